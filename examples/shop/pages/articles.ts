/** The shop window, and the page of one article. */
import { QUANTITY_MAX } from '../cart.ts'
import { type Article, articles, CURRENCY, findArticle } from '../catalogue.ts'
import { money, texts } from '../texts.ts'
import { type Html, html } from './html.ts'
import { type Look, layout, link } from './layout.ts'

export const drawing = (id: string): Html =>
  html`<img class="drawing" src="/drawings/${id}.svg" alt="" width="400" height="300">`

export function windowPage(look: Look): string {
  const { language } = look
  const text = texts[language]
  const main = html`<section class="hero"><div class="wide">
<div><h1>${text.hero}</h1><p>${text.heroLine}</p>
${heroActions(look)}</div>
${drawing('city-bicycle')}
</div></section>
<section class="wide"><h2>${text.allArticles}</h2>
<ul class="shelf">${articles.map((article) => card(look, article))}</ul></section>`
  return layout(look, { title: text.motto, main, financing: true })
}

/** One click from the shop window to the checkout. */
function heroActions(look: Look): Html {
  const { brand, language } = look
  const text = texts[language]
  const price = findArticle('city-bicycle')?.price ?? 0
  return html`<form class="hero-actions" action="/checkout">
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="city-bicycle" value="1">
<a class="button plain" href="${link(look, '/articles/city-bicycle')}">${text.heroAction}</a>
<button class="button" name="pay" value="instalments" data-${brand}-button
  data-amount="${price}" data-currency="${CURRENCY}">${text.buyInInstalments}</button>
</form>`
}

function card(look: Look, { id, name, line, price }: Article): Html {
  const { language } = look
  return html`<li><a href="${link(look, `/articles/${id}`)}">${drawing(id)}
<span class="name">${name[language]}</span> <span class="line">${line[language]}</span>
<span class="price">${money(price, language)}</span></a></li>`
}

export function articlePage(look: Look, article: Article): string {
  const { brand, language } = look
  const text = texts[language]
  const { id, price } = article
  const main = html`<div class="wide article">
${drawing(id)}
<div class="buy">
<h1>${article.name[language]} <small>${article.line[language]}</small></h1>
<p class="price" id="price">${money(price, language)}</p>
<p class="note">${text.withTax}</p>
<p>${article.about[language]}</p>
<ul class="facts">${article.facts[language].map((fact) => html`<li>${fact}</li>`)}</ul>
<div class="widget" data-${brand}-widget-instalments data-price="#price" data-qty="#quantity"
  data-currency="${CURRENCY}" data-article-id="${id}" data-locale="${language}"></div>
<form action="/checkout" data-article="${id}" data-price="${price}">
<input type="hidden" name="lang" value="${language}">
<label for="quantity">${text.quantity}</label>
<input id="quantity" name="${id}" type="number" min="1" max="${QUANTITY_MAX}" value="1" required>
<button type="button" class="button plain" data-add>${text.addToCart}</button>
<button class="button" name="pay" value="instalments"
  data-${brand}-button data-amount="${price}" data-currency="${CURRENCY}">
${text.buyInInstalments}</button>
<p class="note" data-${brand}-payment-info>${text.instalmentsInfo}</p>
<p class="note" role="status" data-said="${text.added}"></p>
</form>
</div></div>`
  const title = `${article.name[language]}, ${article.line[language]}`
  return layout(look, { title, main, financing: true, script: 'article.js' })
}
