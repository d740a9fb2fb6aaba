/**
 * A store's page as the script meets it: the page, the script and the service have three origins,
 * and the page's security policy allows no more than a strict store would.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import type { RunningServer } from '../running-server.ts'
import { type Site, site, type Visit, type Visitors } from './browser.ts'

type Shown = {
  readonly body?: string
  /** The page's own script, which runs before ours. */
  readonly script?: string
  /** Of the script's address; absent: the demo's public key in the sandbox. */
  readonly query?: string
  /** Instead of the usual tag; `SRC` stands for the script's address without a query. */
  readonly tag?: string
  readonly options?: BrowserContextOptions
  /** Sources of scripts that the page's policy names instead of the usual ones. */
  readonly sources?: string
  /** Before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

export type StoreVisit = Visit & {
  /** What was asked about availability: the query of each question. */
  readonly questions: readonly string[]
  readonly requests: readonly Request[]
  /** What the script said on the console. */
  readonly said: readonly string[]
}

export type StorePages = {
  readonly shop: Site
  readonly cdn: Site
  show(shown: Shown): Promise<StoreVisit>
  close(): void
}

type Served = { readonly type: string; readonly content: string }

function serve(pages: ReadonlyMap<string, Served>, policy?: () => string) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const html = pages.get(request.url?.split('?')[0] ?? '')
    response.writeHead(html === undefined ? 404 : 200, {
      'content-type': `${html?.type ?? 'text/plain'}; charset=utf-8`,
      'access-control-allow-origin': '*',
      ...(policy === undefined ? {} : { 'content-security-policy': policy() }),
    })
    response.end(html?.content)
  }
}

/** `modules`: further files of the CDN. */
export async function storePages(
  { demo }: Pick<RunningServer, 'demo'>,
  visit: Visitors['visit'],
  { brand = 'svc', modules = {} }: { brand?: string; modules?: Record<string, string> } = {},
): Promise<StorePages> {
  const base = demo.base_url
  const type = 'text/javascript'
  const copies = new Map<string, Served>()
  for (const name of [`${brand}.js`, `${brand}-checkout.js`]) {
    const content = await (await fetch(`${base}/${name}`)).text()
    copies.set(`/${name}`, { type, content })
  }
  for (const [name, content] of Object.entries(modules)) copies.set(`/${name}`, { type, content })
  const cdn = await site('cdn.test', serve(copies))
  const pages = new Map<string, Served>()
  let sources = cdn.origin
  const policy = () =>
    [
      "default-src 'none'",
      `script-src 'self' ${sources}`,
      `connect-src ${base}`,
      `frame-src ${base}`,
      "base-uri 'none'",
    ].join('; ')
  const shop = await site('shop.test', serve(pages, policy))
  const source = `${cdn.origin}/${brand}.js`
  return {
    shop,
    cdn,
    async show({ body = '', script = '', query, tag, options, prepare, ...given }) {
      sources = given.sources ?? cdn.origin
      const search = query ?? `public-key=${demo.public_key}&sandbox=true`
      const usual = `<script async defer src="SRC?${search.replaceAll('&', '&amp;')}"></script>`
      const tags = (tag ?? usual).replaceAll('SRC', source)
      const content = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Shop</title>
        <script src="/page.js"></script>${tags}<body>${body}</body></html>`
      pages.set('/', { type: 'text/html', content })
      pages.set('/page.js', { type, content: script })
      const { page, faults } = await visit(options)
      const requests: Request[] = []
      const questions: string[] = []
      const said: string[] = []
      page.on('request', (request) => {
        requests.push(request)
        const url = new URL(request.url())
        if (!/^\/checkout\/buttons?$/.test(url.pathname)) return
        url.searchParams.delete('public-key')
        questions.push(decodeURIComponent(url.search))
      })
      page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
      await prepare?.(page)
      await page.goto(`${shop.origin}/`)
      return { page, faults, questions, requests, said }
    },
    close() {
      shop.close()
      cdn.close()
    },
  }
}

/** Resolves once the script has made up its mind about every button. */
export async function settled(page: Page, brand = 'svc'): Promise<void> {
  await page.waitForFunction((name) => {
    const buttons = [...document.querySelectorAll(`[data-${name}-button]`)]
    const states = buttons.map((button) => button.getAttribute(`data-${name}-state`))
    return states.every((state) => state !== null && state !== 'checking')
  }, brand)
}

const UNTIL_MS_MAX = 20_000

/** For what the test's own side sees. */
export async function until(isSo: () => boolean): Promise<void> {
  const limit = Date.now() + UNTIL_MS_MAX
  while (!isSo()) {
    if (Date.now() > limit) throw new Error(`waited in vain: ${isSo}`)
    await pause(5)
  }
}

type LayoutShift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

/** How far things have moved on the page since it was opened; 0 is nothing. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const entries = list.getEntries() as LayoutShift[]
          // What a buyer presses may move things: that is what it is for.
          const own = entries.filter(({ hadRecentInput }) => !hadRecentInput)
          resolve(own.reduce((sum, { value }) => sum + value, 0))
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // Without any entry the observer says nothing: two frames later there is none.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
}
