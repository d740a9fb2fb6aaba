/** Which address shows which page. */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { cartOfQuery } from './cart.ts'
import { CURRENCY, findArticle } from './catalogue.ts'
import type { Financing } from './financing.ts'
import type { Orders } from './orders.ts'
import { articlePage, windowPage } from './pages/articles.ts'
import { cartPage } from './pages/cart.ts'
import { checkoutPage } from './pages/checkout.ts'
import { drawingOf } from './pages/drawings.ts'
import { html } from './pages/html.ts'
import { type Look, languageOf, layout, link } from './pages/layout.ts'
import { myOrdersPage, resultPage } from './pages/orders.ts'
import { staffPage } from './pages/staff.ts'
import type { ShopSettings } from './settings.ts'
import { standingOf } from './standing.ts'
import { texts } from './texts.ts'
import type { Reply, Request, Route } from './web.ts'

const ORDERS_SHOWN = 20
const FILES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

type PagesOf = {
  readonly settings: ShopSettings
  readonly orders: Orders
  readonly financing: Financing
}

export function pageRoutes({ settings, orders, financing }: PagesOf): Route[] {
  const look = (request: Request) => lookOf(settings, request)
  const missing = (request: Request) => problem(settings, request, 404)
  const newest = () =>
    Promise.all(
      orders
        .list()
        .slice(0, ORDERS_SHOWN)
        .map((order) => standingOf(financing, order)),
    )

  const article = (request: Request) => {
    const item = findArticle(request.caught[0] ?? '')
    return item === undefined ? missing(request) : page(articlePage(look(request), item))
  }

  const cart = (request: Request) =>
    page(cartPage(look(request), cartOfQuery(request.url.searchParams)))

  const checkout = async (request: Request) => {
    const { searchParams } = request.url
    const wanted = cartOfQuery(searchParams)
    if (wanted.lines.length === 0) return cart(request)
    const shown = look(request)
    const monthly = await financing.monthlyPrice(wanted.total, CURRENCY, shown.language)
    const financingChosen = searchParams.get('pay') === 'instalments'
    return page(checkoutPage(shown, wanted, { financingChosen, monthly }))
  }

  const result = async (request: Request) => {
    const order = orders.find(request.url.searchParams.get('order') ?? '')
    if (order === undefined) return missing(request)
    return page(resultPage(look(request), await standingOf(financing, order)))
  }

  const drawing = (request: Request): Reply => {
    const body = drawingOf(request.caught[0] ?? '')
    return body === undefined ? missing(request) : { status: 200, type: 'image/svg+xml', body }
  }

  return [
    ['GET', /^\/$/, (request) => page(windowPage(look(request)))],
    ['GET', /^\/articles\/([a-z-]+)$/, article],
    ['GET', /^\/cart$/, cart],
    ['GET', /^\/checkout$/, checkout],
    ['GET', /^\/(?:thank-you|waiting|refused)$/, result],
    ['GET', /^\/orders$/, async (request) => page(myOrdersPage(look(request), await newest()))],
    ['GET', /^\/staff$/, async (request) => page(staffPage(look(request), await newest()))],
    ['GET', /^\/browser\/([a-z-]+\.(?:js|css|svg))$/, (line) => file(line) ?? missing(line)],
    ['GET', /^\/drawings\/([a-z-]+)\.svg$/, drawing],
  ]
}

function page(body: string, status = 200): Reply {
  return { status, type: 'text/html; charset=utf-8', body }
}

export function problem(settings: ShopSettings, request: Request, status: 404 | 503): Reply {
  const look = lookOf(settings, request)
  const text = texts[look.language]
  const title = status === 404 ? text.notFound : text.failed
  const main = html`<div class="wide"><h1>${title}</h1>
${status === 503 && html`<p>${text.failedLine}</p>`}
<p><a class="button" href="${link(look, '/')}">${text.keepLooking}</a></p></div>`
  return page(layout(look, { title, main }), status)
}

function lookOf(settings: ShopSettings, { url, incoming }: Request): Look {
  const { brand, browserApiUrl, publicKey } = settings
  const language = languageOf(url, incoming.headers['accept-language'])
  return { brand, browserApiUrl, publicKey, language, url }
}

function file({ caught: [name = ''] }: Request): Reply | undefined {
  try {
    const body = readFileSync(join(import.meta.dirname, 'browser', name))
    return { status: 200, type: FILES[extname(name)] ?? '', body }
  } catch {
    return undefined
  }
}
