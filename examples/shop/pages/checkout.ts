/** Address, way to pay, order. The financing option shows itself only where it is possible. */
import { type Cart, cartParams } from '../cart.ts'
import { CURRENCY } from '../catalogue.ts'
import type { Monthly } from '../financing.ts'
import type { Customer } from '../orders.ts'
import { fill, type Language, money, percent, type Texts, texts } from '../texts.ts'
import { type Html, html } from './html.ts'
import { type Look, layout, link } from './layout.ts'

/** A real shop has many customers, behind its own sign-in. */
const demoCustomer: Customer = {
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

type Ways = {
  readonly financingChosen: boolean
  /** Undefined where it is not known. */
  readonly monthly: Monthly | undefined
}

export function checkoutPage(look: Look, cart: Cart, ways: Ways): string {
  const { language } = look
  const text = texts[language]
  const main = html`<div class="wide"><h1>${text.checkout}</h1>
<form class="checkout" data-checkout data-total="${cart.total}" data-currency="${CURRENCY}"
  data-cart="${JSON.stringify(cartOfParams(cart))}">
<div>
<fieldset><legend>${text.contact}</legend>
<div class="fields">${customerFields.map(field(text))}</div></fieldset>
<fieldset><legend>${text.howToPay}</legend>${waysToPay(look, ways)}</fieldset>
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

function waysToPay({ language, brand }: Look, { financingChosen, monthly }: Ways): Html {
  const text = texts[language]
  const checked = (yes: boolean) => yes && html` checked`
  return html`<label class="way financing">
<input type="radio" name="payment" value="instalments"${checked(financingChosen)} required
  ${monthly && html`aria-describedby="example"`}>
<span>${text.payInstalments}${monthly && monthlyLine(monthly, language)}
<small>${text.payInstalmentsLine}</small></span></label>
${monthly && html`<p class="note" id="example" data-${brand}-payment-info>${monthly.example}</p>`}
<label class="way">
<input type="radio" name="payment" value="transfer"${checked(!financingChosen)} required>
<span>${text.payTransfer}<small>${text.payTransferLine}</small></span></label>`
}

/** Figures of credit stand with its annual rate and total, and above the service's example. */
function monthlyLine(monthly: Monthly, language: Language): Html {
  const line = fill(texts[language].monthly, {
    amount: money(monthly.amount, language),
    count: `${monthly.num_instalments}`,
    apr: percent(monthly.annual_equivalent, language),
    total: money(monthly.total_amount, language),
  })
  return html`<small class="monthly">${line}</small>`
}
