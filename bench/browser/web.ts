/**
 * The script in a store's page and the buyer's page, in Chromium, beside pages that do nothing. See
 * README.md in the folder above.
 *
 * Usage: `npm run bench -- web [--rounds 5] [--json]`
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright-core'
import { desktop, phone } from '../../test/browser/browser.ts'
import { openedCheckout } from '../../test/browser/buyer.ts'
import { layoutShift, settled, storePages } from '../../test/browser/store-page.ts'
import { clientOf, startServer } from '../../test/running-server.ts'
import { findChromium } from '../../tools/chromium.ts'
import { fillerPage } from './filler-page.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, json: { type: 'boolean', default: false } },
})
const rounds = Number(options.rounds)
/** A mid-range phone, on a connection of 1.6 Mbit/s. */
const SLOWDOWN = 4
const NETWORK = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 9e4 }
const AIMS = {
  'svc.js, bytes gzip': 8_000,
  'button, ms of script': 5,
  'button and widget, ms of script at 4 × slowdown': 30,
  'layout shift, button and widget': 0.01,
  'requests to third parties': 0,
  cookies: 0,
  'checkout, ms until usable': 2_000,
} as const
type Figure = keyof typeof AIMS

const executablePath = findChromium({ whole: true })
if (executablePath === undefined) throw new Error('there is no Chromium')
const server = await startServer()
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--host-resolver-rules=MAP *.test 127.0.0.1'],
})

type Look = (page: Page) => Promise<void>

/** Opens a page in a separate context: nothing is cached. */
async function fresh<T>(
  viewport: typeof phone,
  slowdown: number,
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport, locale: 'es-ES' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return look(page).finally(() => context.close())
}

const store = await storePages(server, async () => {
  const page = await (await browser.newContext({ viewport: desktop })).newPage()
  return { page, faults: [] }
})
const widget = '<div data-svc-widget-instalments data-amount="12050" data-currency="EUR"></div>'
const bodyWith = (more: string) => `<h1>Bicycle</h1>${more}
  <button data-svc-button data-amount="12050" data-currency="EUR">Pay later</button><p>Below</p>`
const body = bodyWith(widget)
/** The requests of the page: how long the browser itself takes for them. */
const QUESTIONS = ['checkout/button', 'instalment-plan-simulator']

/** The engine's time for scripts, in milliseconds. */
async function scriptMs(page: Page, slowdown: number, open: Look): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  // Processor time, not wall-clock time: other work may be running.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await open(page)
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = metrics
    .filter(({ name }) => name === 'ScriptDuration' || name === 'V8CompileDuration')
    .reduce((sum, { value }) => sum + value, 0)
  return seconds * 1_000
}

/** With the script, less the same page without it. */
async function scriptCost(
  { slowdown, body }: { slowdown: number; body: string },
  script = '',
): Promise<number> {
  const cost = async (tag?: string, script = '') => {
    const shown = { body, script, ...(tag === undefined ? {} : { tag }) }
    let ms = 0
    const prepare = async (page: Page) => {
      // Nothing is measured in the page meanwhile: that would be script, too.
      ms = await scriptMs(page, slowdown, async () => {
        await page.goto(`${store.shop.origin}/`, { waitUntil: 'networkidle' })
      })
    }
    const { page } = await store.show({ ...shown, prepare })
    await page.context().close()
    return ms
  }
  const measured = script === '' ? await cost() : await cost('<!-- none -->', script)
  return measured - (await cost('<!-- none -->'))
}

type Usable = { readonly ms: number; readonly bytes: number }

/** From the navigation until the offers are shown and the button can be pressed. */
function usable(url: string, isUsable: string): Promise<Usable> {
  return fresh(phone, SLOWDOWN, async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await page.addInitScript(`(() => {
      const look = () => {
        if (${isUsable}) globalThis.usableAt ??= performance.now()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })()`)
    await page.goto(url, { waitUntil: 'commit' })
    const at = await page.waitForFunction(() => Reflect.get(globalThis, 'usableAt'))
    const bytes = await page.evaluate(() =>
      [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ].reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize, 0),
    )
    return { ms: await at.jsonValue(), bytes }
  })
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? Number.NaN

const script = await (await fetch(`${server.demo.base_url}/svc.js`)).text()
const names = ['button', 'both', 'plain', 'alone', 'fetch', 'checkout', 'filler'] as const
type Name = (typeof names)[number]
const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
  Name,
  number[]
>
const { base_url, public_key } = server.demo
const fetching = QUESTIONS.map(
  (path) => `fetch('${base_url}/${path}?amount=12050&currency=EUR&public-key=${public_key}',
  { headers: { accept: 'application/vnd.svc.sandbox.v1+json' }, credentials: 'omit' })
  .then((response) => response.json())`,
).join(';')
const OFFERS = `document.querySelector('[data-offer]')?.checkVisibility() &&
  document.querySelector('[data-action="next"]')?.disabled === false`
for (let round = 1; round <= rounds; round++) {
  times.button.push(await scriptCost({ slowdown: 1, body: bodyWith('') }))
  times.both.push(await scriptCost({ slowdown: SLOWDOWN, body }))
  // The slowdown is made of wall-clock waits: other work on the machine affects it.
  times.plain.push(await scriptCost({ slowdown: 1, body }))
  times.alone.push(await scriptCost({ slowdown: SLOWDOWN, body: '<h1>Bicycle</h1>' }))
  times.fetch.push(await scriptCost({ slowdown: SLOWDOWN, body }, fetching))
  const { url } = await openedCheckout(clientOf(server))
  const { ms, bytes } = await usable(url, OFFERS)
  times.checkout.push(ms)
  const filler = await fillerPage(bytes)
  times.filler.push((await usable(filler.origin, 'globalThis.filled === true')).ms)
  filler.close()
  process.stderr.write(`round ${round} of ${rounds} done\n`)
}
const { page, requests } = await store.show({ body })
await settled(page)
await page.waitForLoadState('networkidle')
const own = [store.shop.origin, store.cdn.origin, new URL(server.demo.base_url).origin]
const strangers = requests.filter((request) => !own.includes(new URL(request.url()).origin))
const figures: Record<Figure, number> = {
  'svc.js, bytes gzip': gzipSync(script, { level: 9 }).length,
  'button, ms of script': median(times.button),
  'button and widget, ms of script at 4 × slowdown': median(times.both),
  'layout shift, button and widget': await layoutShift(page),
  'requests to third parties': strangers.length,
  cookies: (await page.context().cookies()).length,
  'checkout, ms until usable': median(times.checkout),
}
const limit = median(times.filler)
await browser.close()
store.close()
await server.remove()

const aims = Object.keys(AIMS) as Figure[]
const width = Math.max(...aims.map((name) => name.length))
const shown = (value: number) => String(Math.round(value * 1_000) / 1_000).padStart(10)
const lines = aims.map(
  (name) => `${name.padEnd(width)}${shown(figures[name])}  (aim ${AIMS[name]})`,
)
lines.push(
  `${'of button and widget: a page with neither'.padEnd(width)}${shown(median(times.alone))}`,
  `${'of button and widget: their two questions alone'.padEnd(width)}${shown(median(times.fetch))}`,
  `${'button and widget without slowdown'.padEnd(width)}${shown(median(times.plain))}`,
  `${'a page of the same size that does nothing'.padEnd(width)}${shown(limit)}`,
  `${'load of the machine at the end'.padEnd(width)}${shown(loadavg()[0] ?? 0)}`,
  `the checkout takes ${(figures['checkout, ms until usable'] / limit).toFixed(2)} times as long`,
)
const report = { figures, aims: AIMS, limit, rounds: times, load: loadavg()[0] }
process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : lines.join('\n')}\n`)
