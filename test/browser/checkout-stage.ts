/**
 * A shop, a CDN and a service of three origins. The service's checkout page is a puppet: it says
 * what the test lets it say, also what the real one never would.
 */
import { readFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { BrowserContextOptions, Frame, Page } from 'playwright-core'
import { type Site, site, type Visit, type Visitors } from './browser.ts'

const root = join(import.meta.dirname, '../..')

/** How the puppet of a checkout behaves. */
type Behaviour = {
  readonly merchant?: Readonly<Record<string, unknown>>
  /** Of its answer to a request for the checkout. */
  readonly status?: number
  /** The rest of that answer. */
  readonly answer?: Readonly<Record<string, unknown>>
  /** It says nothing; it never says that it is ready; it is not there at all; it never comes. */
  readonly frame?: 'good' | 'silent' | 'never ready' | 'missing' | 'hanging'
  /** Who may hold it; anybody where this is absent. */
  readonly ancestors?: string
}

export type ShopOptions = {
  readonly head?: string
  readonly body?: string
  /** Instead of the strict one. */
  readonly policy?: string
  readonly context?: BrowserContextOptions
  /** How the part of the script that shows checkouts is answered; absent: at the CDN only. */
  readonly part?: { readonly cdn?: PartAnswer; readonly api?: PartAnswer }
}

/** The part; nothing of that name; a page, as some places answer to everything; it never comes. */
type PartAnswer = 'there' | 'missing' | 'page' | 'hanging'

type Stage = {
  readonly shop: () => string
  readonly api: () => string
  readonly cdn: () => string
  /** A new checkout of the puppet service. */
  checkout(behaviour?: Behaviour): string
  visitShop(options?: ShopOptions): Promise<Visit>
  close(): void
}

const talk = ['records.ts', 'frame-messages.ts']
  .map((file) => readFileSync(join(root, 'packages/api/src', file), 'utf8'))
  .map((source) => stripTypeScriptTypes(source).replace(/^import .*$/m, ''))
  .join('\n')

/** Part of the page in the frame; `parent` is the shop. */
const puppet = `${talk}
const query = new URLSearchParams(location.search)
const channel = { brand: 'svc', nonce: query.get('nonce') ?? undefined }
const behaviour = document.body.dataset.frame
globalThis.heard = []
globalThis.post = (data, origin = query.get('origin')) => parent.postMessage(data, origin)
globalThis.say = (said, more = {}) => {
  for (const message of frameMessages(said, { ...channel, ...more })) post(message)
}
addEventListener('message', ({ data, origin, source }) => {
  const said = readStoreMessage(data, { brand: 'svc' })
  if (!said || origin !== query.get('origin') || source !== parent) return
  heard.push(said)
  if (said.event === 'checkout-data' && behaviour === 'good') say({ event: 'checkout-ready' })
})
if (behaviour !== 'silent' && parent !== window) say({ event: 'get-checkout-data' })
`

export function stageOf({ visit }: Visitors): Stage {
  const behaviours = new Map<string, Behaviour>()
  let shop: Site
  let api: Site
  let cdn: Site
  let options: ShopOptions = {}

  before(async () => {
    const answerApi = serveApi(behaviours)
    api = await site('api.test', (request, response) => {
      if (request.url !== PART) answerApi(request, response)
      else servePart(response, { as: options.part?.api ?? 'missing', api: api.origin })
    })
    cdn = await site('cdn.test', (request, response) => {
      const as = request.url === PART ? (options.part?.cdn ?? 'there') : undefined
      if (as) return servePart(response, { as, api: api.origin })
      response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end(script('script.js', api.origin))
    })
    shop = await site('shop.test', (_request, response) => {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      const strict = `default-src 'none'; script-src ${cdn.origin}; frame-src ${api.origin};
        connect-src ${api.origin}`.replace(/\s+/g, ' ')
      const policy = options.policy ?? strict
      response.writeHead(200, { ...headers, 'content-security-policy': policy })
      response.end(shopHtml(cdn.origin, options))
    })
  })
  after(() => close())

  function close(): void {
    for (const each of [shop, api, cdn]) each.close()
  }

  return {
    shop: () => shop.origin,
    api: () => api.origin,
    cdn: () => cdn.origin,
    checkout(behaviour = {}) {
      const id = (behaviours.size + 1).toString(16).padStart(32, 'c0ffee')
      behaviours.set(id, { status: 200, ...behaviour })
      return id
    },
    async visitShop(wanted = {}) {
      options = wanted
      const visited = await visit(wanted.context)
      await visited.page.goto(`${shop.origin}/basket`)
      return visited
    },
    close,
  }
}

/** The service: the checkouts that the test has thought of. */
function serveApi(behaviours: ReadonlyMap<string, Behaviour>): RequestListener {
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://api.test')
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*, authorization',
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors).end()
    } else if (url.pathname === '/puppet.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(puppet)
    } else if (url.pathname.startsWith('/checkout/')) {
      const {
        merchant = {},
        status = 404,
        answer = {},
      } = behaviours.get(url.pathname.slice(10)) ?? {}
      response.writeHead(status, { ...cors, 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ ...answer, transaction: { merchant, order: {}, customer: {} } }),
      )
    } else {
      const action = behaviours.get(url.searchParams.get('order') ?? '')
      const { frame = 'good', ancestors = '*' } = action ?? { frame: 'missing' }
      if (frame === 'hanging') return
      if (frame === 'missing') return void request.socket.destroy()
      const policy = `frame-ancestors ${ancestors}`
      const headers = { 'content-type': 'text/html', 'content-security-policy': policy }
      response.writeHead(200, headers).end(frameHtml(frame))
    }
  }
}

const PART = '/svc-checkout.js'

function servePart(response: ServerResponse, { as, api }: { as: PartAnswer; api: string }): void {
  if (as === 'hanging') return
  const isThere = as === 'there'
  const headers = { 'content-type': isThere ? 'text/javascript' : 'text/html' }
  response.writeHead(as === 'missing' ? 404 : 200, headers)
  response.end(isThere ? script('checkout-part.js', api) : '<!doctype html><title>Shop</title>')
}

function script(file: string, api: string): string {
  const built = readFileSync(join(root, 'packages/sdk/dist', file), 'utf8')
  return built.replaceAll('__BRAND__', 'svc').replaceAll('__API__', api)
}

function shopHtml(cdn: string, { head = '', body = '' }: ShopOptions): string {
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">${head}
    <script async defer src="${cdn}/svc.js?public-key=pk_1&sandbox=true"></script></head>
    <body><main><h1>Basket</h1><button id="pay">Pay</button>${body}</main></body></html>`
}

function frameHtml(behaviour: string): string {
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Checkout</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <script type="module" src="/puppet.js"></script></head>
    <body data-frame="${behaviour}"><main><h1>Puppet</h1><button>Sign</button></main></body></html>`
}

export const callbackNames = [
  'onReady',
  'onStatusChange',
  'onClose',
  'onSuccess',
  'onPending',
  'onKO',
  'onError',
  'onDismiss',
] as const

type CallbackName = (typeof callbackNames)[number]
type Message = Readonly<Record<string, unknown>>
type ShopWindow = {
  calls: unknown[][]
  svc: { checkout(id: unknown, callbacks?: unknown): void }
}
type PuppetWindow = {
  heard: Message[]
  say(said: Message, more?: Message): void
  post(data: unknown, origin?: string): void
}

/** Calls `checkout()`; the calls of these callbacks are kept, with their arguments. */
export async function openCheckout(
  page: Page,
  id: unknown,
  names: readonly CallbackName[] = callbackNames,
): Promise<void> {
  await page.waitForFunction(() => 'checkout' in ((globalThis as { svc?: object }).svc ?? {}))
  await page.evaluate(
    ([id, names]) => {
      const { svc } = globalThis as unknown as ShopWindow
      const calls: unknown[][] = []
      Object.assign(globalThis, { calls })
      const entries = names.map((name) => [
        name,
        (...values: unknown[]) => calls.push([name, ...values]),
      ])
      svc.checkout(id, Object.fromEntries(entries))
    },
    [id, names] as const,
  )
}

export function callsOf(page: Page): Promise<unknown[][]> {
  return page.evaluate(() => (globalThis as unknown as ShopWindow).calls)
}

/** The calls, once the last of them is the one that ends a checkout. */
export async function callsAtEnd(page: Page): Promise<unknown[][]> {
  const last = ['onSuccess', 'onPending', 'onKO', 'onError', 'onDismiss']
  await page.waitForFunction((last) => {
    const { calls } = globalThis as unknown as ShopWindow
    return calls.some(([name]) => last.includes(String(name)))
  }, last)
  return callsOf(page)
}

/** The puppet, once it can be used, or once it has been told which checkout it shows. */
export async function puppetOf(page: Page, when: 'used' | 'spoken to' = 'used'): Promise<Frame> {
  await page.locator(when === 'used' ? 'dialog.ready iframe' : 'dialog iframe').waitFor()
  const frame = page.frames()[1]
  if (frame === undefined) throw new Error('there is no frame')
  await hears(frame, 'checkout-data')
  return frame
}

/** Waits until the puppet has been told it. */
export async function hears(frame: Frame, event: string): Promise<void> {
  await frame.waitForFunction(
    (event) => (globalThis as unknown as PuppetWindow).heard?.some((said) => said.event === event),
    event,
  )
}

/** Lets the puppet say it, in both envelopes. */
export function say(frame: Frame, said: Message): Promise<void> {
  return frame.evaluate((said) => (globalThis as unknown as PuppetWindow).say(said), said)
}

/** What the puppet has been told, each once. */
export function heardBy(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => [
    ...new Set((globalThis as unknown as PuppetWindow).heard.map(({ event }) => String(event))),
  ])
}
