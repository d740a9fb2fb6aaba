/**
 * What people of the desk wait for, in Chromium, on the life of the demo, alone or in a database
 * that `growth --keep` has loaded. README.md in the folder above says how it is to be read.
 *
 * Usage: `npm run bench -- desk [--rounds 5] [--idle 60] [--from FILE] [--json]`
 */
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { furnish, type Side, screensOn, sides, watchers } from '../../test/browser/desk-screens.ts'
import { settled } from '../../test/browser/desk-visit.ts'
import { startServer } from '../../test/running-server.ts'
import { findChromium } from '../../tools/chromium.ts'
import { hasLived, readLoaded, serverOn, serverPid } from '../growth/loaded.ts'
import { type Figure, keepResults, medianOf, percentile, resultLines } from '../results.ts'
import { happeningMs } from './happening.ts'
import { noted } from './noted.ts'
import { measureScreens, screenFigures } from './screens.ts'
import { close, visitsOf } from './visits.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    idle: { type: 'string', default: '60' },
    from: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
})
const [rounds, idleSeconds] = [Number(options.rounds), Number(options.idle)]
const SLOWDOWN = 4
/** 1.6 Mbit/s. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 9e4 }
const [NAVIGATIONS, EVENTS] = [200, 5_000]
const LATE_MS = 1_000
const ROWS = 100
const PREVIEWS = 4
const HAPPENINGS = 50

const executablePath = findChromium()
if (executablePath === undefined) throw new Error('there is no Chromium')
const loaded = options.from === '' ? undefined : readLoaded(options.from)
const server =
  loaded === undefined
    ? await startServer({ DEMO_LIFE: 'on' })
    : await serverOn(loaded, { DEMO_LIFE: 'on' })
const isFilled = async () =>
  loaded === undefined ? server.log().includes('the demo is filled') : hasLived(loaded)
while (!(await isFilled())) await new Promise((resolve) => setTimeout(resolve, 100))
/** An order of the demo's store that is captured. */
const { mid = 'demo-14', orders = 0 } = loaded ?? {}
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const visits = visitsOf(browser, server)
const { at, sandbox, opened, signedIn } = visits

/** From the request until somebody can type who they are. */
async function signInMs(): Promise<number> {
  const visit = await opened(SLOWDOWN)
  await visit.devtools.send('Network.enable')
  await visit.devtools.send('Network.emulateNetworkConditions', NETWORK)
  await visit.page.goto(at('/sign-in'), { waitUntil: 'commit' })
  const shown = await visit.page.waitForFunction(() => {
    return document.querySelector('input[name=email]') && performance.now()
  })
  const ms = Number(await shown.jsonValue())
  await close(visit)
  return ms
}

/** From the answer until the frame after a hundred rows are there. */
async function rowsMs(): Promise<number> {
  const visit = await signedIn('auditor', SLOWDOWN)
  await visit.page.goto(sandbox('/loans', `page_size=${ROWS}&`), { waitUntil: 'commit' })
  const shown = await visit.page.waitForFunction(() => {
    const { answeredAt, drawnAt } = Reflect.get(globalThis, 'noted')
    return drawnAt > 0 && drawnAt - answeredAt
  })
  const ms = Number(await shown.jsonValue())
  await close(visit)
  return ms
}

/** From the click on a link of the menu until the screen with a cached answer is drawn. */
function navigationMs(page: Page, path: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const link = document.querySelector<HTMLElement>(`.menu a[href^="${wanted}"]`)
    const begun = performance.now()
    link?.click()
    const isThere = () =>
      location.pathname === wanted && document.querySelector('[data-row]') !== null
    while (!isThere()) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - begun
  }, `/desk${path}`)
}

/** As from another tab that reads the stream: each affects what the screen shows. */
async function happen(page: Page, events: number): Promise<void> {
  await page.evaluate(async (count) => {
    const tabs = new BroadcastChannel('desk-live')
    const ids = [...document.querySelectorAll<HTMLAnchorElement>('[data-row]')].map(
      ({ pathname }) => pathname.split('/').at(-1),
    )
    for (let event = 0; event < count; event++) {
      const happening = { place: `bench ${event}`, ids: [ids[event % ids.length]] }
      tabs.postMessage({ sandbox: true, happening })
      if (event % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    tabs.close()
    // The affected answers are read again after a moment.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
  }, events)
  await settled(page)
}

async function navigations(count: number): Promise<{ times: number[]; growth: number }> {
  const visit = await signedIn('auditor')
  const { page, devtools } = visit
  const paths = ['/orders', '/loans', '/people', '/decisions', '/stores']
  for (const path of paths) await navigationMs(page, path)
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize
  }
  const before = await heap()
  const times: number[] = []
  for (let turn = 0; turn < count; turn++) {
    times.push(await navigationMs(page, paths[turn % paths.length] ?? ''))
  }
  await happen(page, EVENTS)
  const growth = ((await heap()) - before) / 2 ** 20
  await close(visit)
  return { times, growth }
}

const isArmed = () =>
  document.querySelector('.panel button[type=submit][aria-disabled=false]') !== null

/** From the last key until the effects of the input are shown and can be sent. */
async function previews(): Promise<number[]> {
  const visit = await signedIn('store_owner')
  const { page } = visit
  await page.goto(sandbox('/orders', `mid=${mid}&`))
  await page.locator('[data-row]').first().click()
  await page.locator('.acts button', { hasText: /^Refund$/ }).click()
  const panel = page.getByRole('region', { name: 'Refund', exact: true })
  const times: number[] = []
  for (let turn = 1; turn <= PREVIEWS; turn++) {
    // Little, so that any order with a refund button can give it back.
    await panel.locator('input[name=amount]').fill(`1.${turn}`)
    const begun = performance.now()
    await panel.locator('input[name=amount]').press('5')
    // At each frame: a locator would look twice a second.
    await page.waitForFunction(isArmed)
    times.push(performance.now() - begun)
  }
  await close(visit)
  return times
}

/** A mix of everything, on a slow machine. */
async function day(): Promise<readonly number[]> {
  const visit = await signedIn('collections', SLOWDOWN)
  const { page } = visit
  await page.locator('[data-search]').pressSequentially(mid)
  await page.keyboard.press('Enter')
  await page.locator('[data-row]').first().waitFor()
  await page.getByRole('link', { name: 'Loans', exact: true }).click()
  await settled(page)
  await page.locator('.tabs a').nth(1).click()
  await settled(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').pressSequentially('orders')
  await page.keyboard.press('Enter')
  await page.locator('[data-row]').first().waitFor()
  await page.getByRole('link', { name: 'Loans', exact: true }).click()
  await page.locator('[data-row]').first().click()
  await page.locator('.acts button[aria-disabled=false]').first().click()
  const panel = page.getByRole('region', { name: 'Book a payment' })
  await panel.locator('input[name=amount]').fill('')
  await panel.locator('input[name=amount]').pressSequentially('12,34')
  await panel.getByLabel('Note for the log').pressSequentially('Came in by the bank')
  await page.keyboard.press('Escape')
  const { inputs } = await noted(page)
  await close(visit)
  return inputs
}

/** How far elements move while each screen is opened. */
async function shiftsOf(side: Side): Promise<[screen: string, shift: number][]> {
  const visit = await signedIn(watchers[side])
  const { page } = visit
  const shifts: [string, number][] = []
  for (const { path, pattern } of await screensOn(page, server.demo.base_url, side)) {
    await page.goto(sandbox(path))
    await late(page)
    const { shift } = await noted(page)
    shifts.push([`${side} ${pattern}`, shift])
  }
  await close(visit)
  return shifts
}

/** Includes what a screen loads afterwards. */
async function late(page: Page): Promise<void> {
  await settled(page)
  await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  await settled(page)
}

async function idleRequests(seconds: number): Promise<number> {
  const visit = await signedIn('auditor')
  await late(visit.page)
  const paths: string[] = []
  visit.page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  await close(visit)
  say(`an idle tab requested ${paths.join(', ') || 'nothing'}`)
  return (paths.length * 60) / seconds
}

const say = (line: string) => void process.stderr.write(`${line}\n`)

const times = { signIn: [] as number[], rows: [] as number[], previews: [] as number[] }
const inputs: number[] = []
for (let round = 1; round <= rounds; round++) {
  times.signIn.push(await signInMs())
  times.rows.push(await rowsMs())
  times.previews.push(...(await previews()))
  inputs.push(...(await day()))
  say(`round ${round} of ${rounds} done`)
}
const { times: moves, growth } = await navigations(NAVIGATIONS)
const furnishing = await signedIn('collections')
await furnish(server, furnishing.page)
await close(furnishing)
const shifts: Awaited<ReturnType<typeof shiftsOf>> = []
for (const side of sides) shifts.push(...(await shiftsOf(side)))
const watching = await signedIn('auditor')
const happenings = await happeningMs(server, watching.page, HAPPENINGS)
await close(watching)
shifts.sort(([, one], [, other]) => other - one)
for (const [screen, shift] of shifts.slice(0, 8)) say(`${screen} moves by ${shift.toFixed(3)}`)
const pid = loaded === undefined ? undefined : await serverPid(loaded)
const screens = await measureScreens(visits, { turns: rounds, mid, pid })
const idle = await idleRequests(idleSeconds)
await browser.close()
await server.remove()

const named = (what: string): string =>
  `desk: ${what}${orders === 0 ? '' : `, ${orders.toLocaleString('en')} orders`}`
const bound = (what: string, unit: string, value: number, aim: number): Figure => {
  return { what: named(what), unit, value, aim, atMost: true }
}
const results = keepResults(orders === 0 ? 'desk' : `desk-${orders}`, {
  options: { rounds, idleSeconds, slowdown: SLOWDOWN, navigations: NAVIGATIONS, events: EVENTS },
  figures: [
    {
      ...bound('sign-in usable, slow line', 'ms', medianOf(times.signIn), 1_500),
      rounds: times.signIn,
    },
    {
      ...bound('100 rows after their answer', 'ms', medianOf(times.rows), 120),
      rounds: times.rows,
    },
    bound('to a known screen, p95', 'ms', percentile(moves, 0.95), 100),
    bound('effects after the last key, p95', 'ms', percentile(times.previews, 0.95), 450),
    bound('from event to row, p95', 'ms', percentile(happenings, 0.95), 2_000),
    bound('from input to paint, p98', 'ms', percentile(inputs, 0.98), 150),
    bound('layout shift, worst screen', 'score', shifts[0]?.[1] ?? Number.NaN, 0.02),
    bound('memory after 200 navigations and 5,000 events', 'MB', growth, 15),
    bound('requests of an idle tab', '1/min', idle, 1),
    ...screenFigures(screens, named),
  ],
})
const text = options.json ? JSON.stringify(results, null, 2) : resultLines(results.figures)
process.stdout.write(`${text}\n`)
