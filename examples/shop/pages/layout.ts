/** What all pages have: the head with the service's script, the menu, the foot. */
import { type Language, languages, type Texts, texts } from '../texts.ts'
import { type Html, html } from './html.ts'

/** What every page knows of the shop and of who is looking at it. */
export type Look = {
  readonly brand: string
  readonly browserApiUrl: string
  readonly publicKey: string
  readonly language: Language
  readonly url: URL
}

type Page = {
  readonly title: string
  readonly main: Html
  /** Pages with a price or a checkout load the service's script; others do not need it. */
  readonly financing?: boolean
  /** The page's own script: `browser/<name>.js`. */
  readonly script?: string
  /** The order is made: what was in the cart is bought. */
  readonly emptyCart?: boolean
}

export function languageOf(url: URL, accepted = ''): Language {
  const wanted = url.searchParams.get('lang') ?? accepted.slice(0, 2)
  return languages.find((language) => language === wanted) ?? 'es'
}

/** An address within the shop, in the language of the page. */
export function link({ language }: Look, path: string, params: Record<string, string> = {}) {
  return `${path}?${new URLSearchParams({ ...params, lang: language })}`
}

/** The one tag that a store adds; the key in it is the public one. */
function financingScript({ brand, browserApiUrl, publicKey }: Look): Html {
  const source = `${browserApiUrl}/${brand}.js?public-key=${publicKey}&sandbox=true`
  return html`<script async defer src="${source}"></script>`
}

const bird = html`<svg viewBox="0 0 48 48" width="36" height="36" aria-hidden="true">
<path d="M6 30q2 -18 20 -18q4 -6 10 -4l8 4l-7 3q1 19 -17 21l-4 7h-3l2 -7q-5 -1 -9 -6z"
  fill="currentColor"/>
<path d="M37 10l8 2l-7 3z" class="beak"/><circle cx="33" cy="13" r="1.6" class="eye"/></svg>`

export function layout(look: Look, page: Page): string {
  const { language, brand } = look
  const text = texts[language]
  const source = (file: string) => `/browser/${file}`
  return html`<!doctype html>
<html lang="${language}" data-brand="${brand}" data-locale="${text.locale}"
  ${page.emptyCart ? html`data-empty-cart` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · ${text.shop}</title>
<link rel="icon" href="/browser/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${source('shop.css')}">
<script type="module" src="${source('cart.js')}"></script>
${page.script !== undefined && html`<script type="module" src="${source(page.script)}"></script>`}
${page.financing && financingScript(look)}
</head>
<body>
<a class="skip" href="#main">${text.skip}</a>
${header(look, text)}
<main id="main" tabindex="-1">${page.main}</main>
<footer class="foot"><div class="wide"><p><strong>${text.shop}</strong> · ${text.motto}</p>
<p>${text.demo}</p></div></footer>
</body>
</html>
`.text
}

function header(look: Look, text: Texts): Html {
  const other = look.language === 'es' ? 'en' : 'es'
  const switched = new URLSearchParams(look.url.searchParams)
  switched.set('lang', other)
  const here = look.url.pathname
  const item = (path: string, name: string) =>
    html`<a href="${link(look, path)}"${path === here && html` aria-current="page"`}>${name}</a>`
  return html`<header class="head"><div class="wide">
<a class="logo" href="${link(look, '/')}">${bird}<span>${text.shop}</span></a>
<nav aria-label="${text.menu}">
${item('/orders', text.myOrders)}${item('/staff', text.staff)}
<a href="?${String(switched)}" lang="${other}" hreflang="${other}">
${text.otherLanguage}</a>
<a class="cart" data-cart href="${link(look, '/cart')}">${text.cart}
<span data-cart-count></span></a>
</nav></div></header>`
}
