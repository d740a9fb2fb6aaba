// The cart's page: totals follow the quantities at once, and the address follows the cart.
import { money, readCart, saveCart } from './cart.js'

const form = document.querySelector('.cart-form')

/** Opened without its content, as by a bookmark: the browser knows it. */
const lines = Object.entries(readCart())
if (form === null && lines.length > 0) {
  const { lang } = document.documentElement
  const query = new URLSearchParams([...lines, ['lang', lang]])
  if (`?${query}` !== location.search) location.replace(`?${query}`)
}

function update() {
  const cart = {}
  let total = 0
  for (const line of form.querySelectorAll('[data-line]')) {
    const { line: id, price } = line.dataset
    const quantity = Number(line.querySelector('input').value)
    cart[id] = quantity
    total += Number(price) * quantity
    line.querySelector('[data-line-total]').textContent = money(Number(price) * quantity)
  }
  form.querySelector('[data-total]').textContent = money(total)
  // The instalments that the widget shows follow its amount by themselves.
  form.querySelector('[data-widget]').dataset.amount = total
  saveCart(cart)
  history.replaceState(null, '', document.querySelector('[data-cart]').href)
  const empty = total === 0
  document.querySelector('[data-when-filled]').hidden = empty
  document.querySelector('[data-when-empty]').hidden = !empty
}

const inputs = [...(form?.querySelectorAll('[data-line] input') ?? [])]
// Somebody was quicker than this script, or came back to what they had typed.
if (inputs.some(({ value, defaultValue }) => value !== defaultValue)) update()

form?.addEventListener('input', () => {
  if (form.checkValidity()) update()
})
form?.addEventListener('click', ({ target }) => {
  const remove = target.closest('[data-remove]')
  if (remove === null) return
  remove.closest('[data-line]').remove()
  update()
  document.querySelector('#main').focus()
})
