// The cart of every page: ids and quantities in the browser's own storage, no cookie. Prices are
// the server's, so the cart's page is asked for with the whole cart in its address.
const KEY = 'cart'

export function readCart() {
  try {
    const cart = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof cart === 'object' && cart !== null ? cart : {}
  } catch {
    return {}
  }
}

export function saveCart(cart) {
  try {
    localStorage.setItem(KEY, JSON.stringify(cart))
  } catch {
    // Without storage the cart lasts as long as the page's address.
  }
  showCart(cart)
}

export function showCart(cart) {
  const link = document.querySelector('[data-cart]')
  const url = new URL(link.href)
  const { lang } = document.documentElement
  const count = Object.values(cart).reduce((sum, quantity) => sum + Number(quantity), 0)
  url.search = new URLSearchParams({ ...cart, lang })
  link.href = url
  document.querySelector('[data-cart-count]').textContent = count > 0 ? count : ''
}

export function money(cents) {
  const { locale } = document.documentElement.dataset
  const shown = { style: 'currency', currency: 'EUR', useGrouping: 'always' }
  return new Intl.NumberFormat(locale, shown).format(cents / 100)
}

/** A name for what a click starts: with it a second click is the same. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Asks the shop's server for something that changes something. */
export async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, language: document.documentElement.lang }),
  })
  const answer = await response.json()
  return { ok: response.ok, ...answer }
}

if ('emptyCart' in document.documentElement.dataset) saveCart({})
else showCart(readCart())
