// The checkout: the financing option shows itself where it is possible, and the order is signed in
// a window over this page.
import { newKey, post } from './cart.js'

const form = document.querySelector('[data-checkout]')
const button = form.querySelector('[data-place]')
const status = form.querySelector('[role=status]')
const alone = form.querySelector('[data-alone]')
const { brand } = document.documentElement.dataset

// The script may come later, or never: what is pushed waits for it.
const financing = window[brand] ?? []
window[brand] = financing
let ready = false
financing.push((sdk) => {
  ready = true
  sdk.button({
    selector: '.way.financing',
    amount: Number(form.dataset.total),
    currency: form.dataset.currency,
  })
})

// One key per purchase: a second click without a change gets the same order.
let key = newKey()
form.addEventListener('change', () => {
  key = newKey()
})

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (button.disabled) return
  const label = button.textContent
  button.disabled = true
  button.textContent = button.dataset.busy
  status.textContent = ''
  alone.hidden = true
  try {
    const customer = Object.fromEntries(new FormData(form))
    // While it is being checked whether instalments are possible, their option is disabled: the
    // form's data would lack it, though it is chosen.
    const payment = form.elements.payment.value
    const cart = JSON.parse(form.dataset.cart)
    const placed = await post('/orders', { key, cart, customer, payment })
    if (!placed.ok) throw new Error(placed.error)
    if (placed.checkout === null) location.assign(placed.page)
    else openCheckout(placed.checkout)
  } catch {
    status.textContent = status.dataset.failed
  }
  button.disabled = false
  button.textContent = label
})

function openCheckout({ id, url }) {
  // Blocked or not loaded: the same checkout, as a page of its own.
  if (!ready) return location.assign(url)
  window[brand].push((sdk) => {
    sdk.checkout(id, {
      // Without these the buyer is sent to the addresses that the order named; that is what is
      // wanted for success, pending and ko.
      onDismiss() {
        status.textContent = status.dataset.dismissed
        button.focus()
      },
      onError() {
        alone.hidden = false
        alone.querySelector('a').href = url
      },
    })
  })
}
