/** How long each screen of the desk waits for the service, and what it costs the database. */
import type { Page } from 'playwright-core'
import { screensOn, sides, watchers } from '../../test/browser/desk-screens.ts'
import { settled } from '../../test/browser/desk-visit.ts'
import { clientOf } from '../../test/running-server.ts'
import { processorSeconds } from '../processor.ts'
import { type Figure, medianOf, percentile } from '../results.ts'
import { close, type Visits } from './visits.ts'

type Answer = { readonly path: string; readonly ms: number }

/** Of each turn, in ms. */
type Taken = Map<string, number[]>
type Screens = {
  /** From each request to the end of its answer, as the browser saw it. */
  readonly answers: Taken
  /** The processor time of the database for each screen, with all its requests. */
  readonly work: Taken
}

type Measured = {
  readonly turns: number
  readonly mid: string
  /** The process of the database; undefined: it is embedded. */
  readonly pid: number | undefined
}

/** Aims for the answers, as in `book`. */
const [ANSWER_MS, FIGURE_MS] = [150, 300]
/** Of the slowest, without an aim. */
const SHOWN = 12
/** Lists as people filter, order and leaf through them. */
const LISTS = [
  ...['/loans?bucket=31-60&ordering=-overdue_amount&', '/loans?bucket=90%2B&', '/loans?page=500&'],
  ...['/orders?status=complete&', '/orders?page=500&', '/people?page=100&'],
]

export async function measureScreens(visits: Visits, measured: Measured): Promise<Screens> {
  const screens: Screens = { answers: new Map(), work: new Map() }
  const { turns } = measured
  for (const side of sides) {
    const visit = await visits.signedIn(watchers[side])
    const { page } = visit
    // Once more than counts: the first turn fills the memory of the database.
    const addresses = await addressesOf(page, visits, side)
    for (let turn = 0; turn <= turns; turn++) {
      for (const address of addresses) {
        const open = () => page.goto(address)
        await add(screens, page, { ...measured, turn, name: nameOf(address), open })
      }
    }
    await close(visit)
  }
  const visit = await visits.signedIn('collections')
  for (const text of await termsOf(visits, measured)) {
    for (let turn = 0; turn <= turns; turn++) {
      await visit.page.goto(visits.sandbox('/search'))
      await settled(visit.page)
      const open = () => search(visit.page, text)
      await add(screens, visit.page, { ...measured, turn, name: `search for ${text}`, open })
    }
  }
  await close(visit)
  return screens
}

type Turn = Pick<Measured, 'pid'> & {
  readonly turn: number
  readonly name: string
  readonly open: () => Promise<unknown>
}

async function add({ answers, work }: Screens, page: Page, turn: Turn): Promise<void> {
  const { pid, name, open } = turn
  await page.evaluate(() => performance.clearResourceTimings())
  const before = pid === undefined ? 0 : processorSeconds(pid)
  await open()
  await settled(page)
  const all = await answersOf(page)
  if (turn.turn === 0) return
  if (pid !== undefined) keep(work, name, (processorSeconds(pid) - before) * 1_000)
  for (const { path, ms } of all) keep(answers, path, ms)
}

function keep(taken: Taken, name: string, ms: number): void {
  const all = taken.get(name) ?? []
  all.push(ms)
  taken.set(name, all)
}

/** Without the ids, which differ from run to run. */
function nameOf(address: string): string {
  const { pathname, search: query } = new URL(address)
  return (pathname + query).replace(/[0-9a-f]{32}/g, ':id').replace(/[?&]mode=sandbox$/, '')
}

/** The requests to the API since the page was opened, or they were cleared. */
const answersOf = async (page: Page): Promise<Answer[]> => {
  const all = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((each) => each.toJSON())
      .filter(({ initiatorType }) => initiatorType === 'fetch')
      .map(({ name, requestStart, responseEnd }) => ({ name, ms: responseEnd - requestStart })),
  )
  return all
    .map(({ name, ms }) => ({ path: nameOf(name), ms }))
    .filter(({ path }) => !/^\/(desk|demo)\b/.test(path))
}

async function addressesOf(page: Page, visits: Visits, side: (typeof sides)[number]) {
  const screens = await screensOn(page, visits.server.demo.base_url, side)
  const addresses = screens.map(({ path }) => visits.sandbox(path))
  if (side === 'store') return addresses
  await page.goto(visits.sandbox('/figures'))
  await settled(page)
  const links = page.locator('main a[href*="/desk/figures/"]')
  const paths = await links.evaluateAll((all) => all.map((link) => Reflect.get(link, 'pathname')))
  const figures = [...new Set(paths)].map((path) => String(path).slice('/desk'.length))
  addresses.push(...figures.map((path) => visits.sandbox(path)))
  return [...addresses, ...LISTS.map((path) => visits.at(`${path}mode=sandbox`))]
}

/** What people type to find an order and its buyer. */
async function termsOf({ server }: Visits, { mid }: Measured): Promise<string[]> {
  const { body } = await clientOf(server)('GET', `/orders?mid=${mid}`)
  const [{ id, customer }] = body.results
  return [mid, id, customer.email, '600000123', '00000123Z', '123,45']
}

/** By the field of every page. */
async function search(page: Page, text: string): Promise<void> {
  await page.locator('[data-search]').fill(text)
  await page.keyboard.press('Enter')
  await page.locator('main .stack').waitFor()
}

/** The slowest answers against their aims, and those where most of the time goes. */
export function screenFigures(screens: Screens, named: (what: string) => string): Figure[] {
  const sorted = (all: Taken, figureOf: (rounds: readonly number[]) => number) =>
    [...all]
      .map(([what, rounds]) => ({ what, value: figureOf(rounds), rounds }))
      .toSorted((one, other) => other.value - one.value)
  const answers = sorted(screens.answers, (rounds) => percentile(rounds, 0.95))
  const isFigure = ({ what }: { readonly what: string }) => what.includes('/figures/')
  const worst = (what: string, aim: number, all: typeof answers): Figure => {
    return { what: named(what), unit: 'ms', value: all[0]?.value ?? Number.NaN, aim, atMost: true }
  }
  return [
    worst(
      'slowest answer for a screen, p95',
      ANSWER_MS,
      answers.filter((each) => !isFigure(each)),
    ),
    worst('slowest figure, p95', FIGURE_MS, answers.filter(isFigure)),
    ...answers.slice(0, SHOWN).map(({ what, ...each }) => {
      return { ...each, what: named(`answer to ${what}, p95`), unit: 'ms' }
    }),
    ...sorted(screens.work, medianOf)
      .slice(0, SHOWN)
      .map(({ what, ...each }) => {
        return { ...each, what: named(`${what}, database`), unit: 'ms of a processor' }
      }),
  ]
}
