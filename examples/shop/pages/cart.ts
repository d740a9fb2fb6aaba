/** The cart: its address holds what is in it, so the server prices it without knowing anybody. */
import { type Cart, type Line, QUANTITY_MAX } from '../cart.ts'
import { CURRENCY } from '../catalogue.ts'
import { money, texts } from '../texts.ts'
import { drawing } from './articles.ts'
import { type Html, html } from './html.ts'
import { type Look, layout, link } from './layout.ts'

export function cartPage(look: Look, cart: Cart): string {
  const text = texts[look.language]
  const filled = cart.lines.length > 0
  const main = html`<div class="wide"><h1>${text.cart}</h1>
<div data-when-filled${filled ? '' : html` hidden`}>${filled && cartForm(look, cart)}</div>
<div class="empty" data-when-empty${filled ? html` hidden` : ''}><p>${text.cartEmpty}</p>
<a class="button" href="${link(look, '/')}">${text.keepLooking}</a></div></div>`
  return layout(look, { title: text.cart, main, financing: filled, script: 'cart-page.js' })
}

function cartForm({ brand, language }: Look, { lines, total }: Cart): Html {
  const text = texts[language]
  return html`<form class="cart-form" action="/checkout">
<input type="hidden" name="lang" value="${language}">
<ul class="lines">${lines.map((each) => cartLine(each, language))}</ul>
<aside class="sum"><p class="row"><span>${text.total}</span>
<strong data-total aria-live="polite">${money(total, language)}</strong></p>
<p class="note">${text.withTax}</p>
<div class="widget" data-widget data-${brand}-widget-instalments data-amount="${total}"
  data-currency="${CURRENCY}" data-locale="${language}"></div>
<button class="button">${text.toCheckout}</button></aside></form>`
}

function cartLine({ article, quantity }: Line, language: Look['language']): Html {
  const { id, name, line, price } = article
  const text = texts[language]
  const words = name[language]
  return html`<li data-line="${id}" data-price="${price}">${drawing(id)}
<div><p class="name">${words}</p><p class="note">${line[language]}</p>
<label>${text.quantity} <span class="unseen">${words}</span>
<input type="number" name="${id}" min="1" max="${QUANTITY_MAX}" value="${quantity}"
  required></label>
<button type="button" class="link" data-remove>${text.remove}
<span class="unseen">${words}</span></button></div>
<p class="price" data-line-total>${money(price * quantity, language)}</p></li>`
}
