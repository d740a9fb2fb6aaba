/** Address, way to pay, order. The financing option shows itself only where it is possible. */
import { type Cart, cartParams } from '../cart.ts'
import { CURRENCY } from '../catalogue.ts'
import type { Customer } from '../orders.ts'
import { money, type Texts, texts } from '../texts.ts'
import { type Html, html } from './html.ts'
import { type Look, layout, link } from './layout.ts'

/** A real shop has many customers, behind its own sign-in. */
export const demoCustomer: Customer = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Prueba',
  phone: '+34 600 000 000',
  street: 'Calle de la Bicicleta 7',
  postcode: '28012',
  city: 'Madrid',
}

export const customerFields = [
  ['firstName', 'given-name', 'text'],
  ['lastName', 'family-name', 'text'],
  ['email', 'email', 'email'],
  ['phone', 'tel', 'tel'],
  ['street', 'street-address', 'text'],
  ['postcode', 'postal-code', 'text'],
  ['city', 'address-level2', 'text'],
] as const

export function checkoutPage(look: Look, cart: Cart, financingChosen: boolean): string {
  const { language } = look
  const text = texts[language]
  const main = html`<div class="wide"><h1>${text.checkout}</h1>
<form class="checkout" data-checkout data-total="${cart.total}" data-currency="${CURRENCY}"
  data-cart="${JSON.stringify(cartOfParams(cart))}">
<div>
<fieldset><legend>${text.contact}</legend>
<div class="fields">${customerFields.map(field(text))}</div></fieldset>
<fieldset><legend>${text.howToPay}</legend>${waysToPay(text, financingChosen)}</fieldset>
</div>
<aside class="sum">
<ul>${cart.lines.map(
    ({ article, quantity }) =>
      html`<li class="row"><span>${quantity} × ${article.name[language]}</span>
<span>${money(article.price * quantity, language)}</span></li>`,
  )}</ul>
<p class="row total"><span>${text.total}</span> <strong>${money(cart.total, language)}</strong></p>
<p class="note">${text.withTax}</p>
<button class="button" data-place data-busy="${text.placing}">${text.placeOrder}</button>
<div class="said" role="status" data-dismissed="${text.dismissed}"
  data-failed="${text.orderFailed}"></div>
<p class="said" data-alone hidden>${text.failedToOpen} <a href="/">${text.openAlone}</a></p>
<p class="note"><a href="${link(look, '/cart', cartParams(cart))}">${text.cart}</a></p>
</aside></form></div>`
  return layout(look, { title: text.checkout, main, financing: true, script: 'checkout.js' })
}

function cartOfParams({ lines }: Cart): Record<string, number> {
  return Object.fromEntries(lines.map(({ article, quantity }) => [article.id, quantity]))
}

const field =
  (text: Texts) =>
  ([name, autocomplete, type]: (typeof customerFields)[number]): Html =>
    html`<label class="${name}">${text[name]}
<input name="${name}" type="${type}" autocomplete="${autocomplete}" value="${demoCustomer[name]}"
  maxlength="120" required></label>`

function waysToPay(text: Texts, financingChosen: boolean): Html {
  const checked = (yes: boolean) => yes && html` checked`
  return html`<label class="way financing">
<input type="radio" name="payment" value="instalments"${checked(financingChosen)} required>
<span>${text.payInstalments}<small>${text.payInstalmentsLine}</small></span></label>
<label class="way">
<input type="radio" name="payment" value="transfer"${checked(!financingChosen)} required>
<span>${text.payTransfer}<small>${text.payTransferLine}</small></span></label>`
}
