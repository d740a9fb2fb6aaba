// The staff's page: what a step would do is shown before anybody clicks, from a dry run.
import { money, post } from './cart.js'

const PREVIEW_MS = 200

/** `12,50` or `12.50` as 1250; undefined for what is no amount. */
function centsOf(text) {
  const match = /^\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(text)
  if (match === null) return undefined
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

function written(cents) {
  const shown = { minimumFractionDigits: 2, useGrouping: false }
  return new Intl.NumberFormat(document.documentElement.dataset.locale, shown).format(cents / 100)
}

for (const form of document.querySelectorAll('form.action')) {
  const { action, order, key, badAmount } = form.dataset
  const field = form.elements.amount
  const what = form.elements.what
  const preview = form.querySelector('.preview')
  const button = form.querySelector('button')
  const shown = form.querySelector('[data-shown]')
  let turn = 0
  let timer

  const wish = () => ({ action, key, amount: field === undefined ? 0 : centsOf(field.value) })

  const look = async () => {
    const { amount } = wish()
    const mine = ++turn
    shown.textContent = field !== undefined && amount !== undefined ? money(amount) : ''
    const answer =
      amount === undefined
        ? { ok: false, error: badAmount }
        : await post(`/staff/${order}/preview`, wish()).catch(() => ({ ok: false, error: '' }))
    // An older question that is answered later says nothing any more.
    if (mine !== turn) return
    preview.textContent = answer.ok ? answer.preview : answer.error
    preview.classList.toggle('fault', !answer.ok)
  }

  const lookSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(look, PREVIEW_MS)
  }

  what?.addEventListener('change', () => {
    field.value = written(Number(what.value))
  })
  form.addEventListener('input', lookSoon)
  form.addEventListener('change', lookSoon)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled || wish().amount === undefined) return
    button.disabled = true
    const answer = await post(`/staff/${order}/changes`, wish()).catch(() => ({ ok: false }))
    if (answer.ok) {
      // The numbers of the page are the service's: it is asked again.
      location.hash = order
      location.reload()
      return
    }
    button.disabled = false
    preview.textContent = answer.error ?? ''
    preview.classList.add('fault')
  })

  // Asked for when somebody can see it, not for twenty orders at once.
  new IntersectionObserver((entries, observer) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    look()
  }).observe(form)
}
