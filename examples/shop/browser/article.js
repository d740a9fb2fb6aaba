// The page of an article: what changes with the quantity, and the way into the cart.
import { readCart, saveCart } from './cart.js'

const form = document.querySelector('form[data-article]')
const quantity = form.querySelector('#quantity')
const button = form.querySelector('[data-amount]')
const { article, price } = form.dataset

// The financing button follows its amount by itself.
function follow() {
  if (quantity.checkValidity()) button.dataset.amount = Number(price) * Number(quantity.value)
}
quantity.addEventListener('input', follow)
follow()

form.querySelector('[data-add]').addEventListener('click', () => {
  if (!form.reportValidity()) return
  const cart = readCart()
  const wanted = Number(cart[article] ?? 0) + Number(quantity.value)
  saveCart({ ...cart, [article]: Math.min(wanted, Number(quantity.max)) })
  const said = form.querySelector('[data-said]')
  said.textContent = said.dataset.said
})
