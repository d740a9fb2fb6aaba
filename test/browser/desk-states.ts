/** Every screen of the desk in each of the ten states that it can be in. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { createRandom } from '../../tools/simulate/random.ts'
import { effort } from '../fixtures/effort.ts'
import { seedOf } from '../fixtures/seed.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { accessibilityFaults } from './accessibility.ts'
import { desktop, narrow, phone, picture, visitors } from './browser.ts'
import { furnish, type Side, screensOn, watchers } from './desk-screens.ts'
import { openedAs, settled } from './desk-visit.ts'

/** What is of the frame, whatever screen stands in it. */
const OF_FRAME = /^\/(desk|demo|assets)(\/|$)|^\/lender\/(me|sign-in|events.*)$|\/roles$/
/** The frame asks what the store is called: of one screen it is all there is. */
const isOfFrame = (pathname: string, pattern: string): boolean =>
  OF_FRAME.test(pathname) || (pathname === '/me' && pattern !== '/store')
/** 1280 px at 400 %. */
const zoomed = { width: 320, height: 256 }
/** The short form draws the same each time: a run is no lottery, all states are in the long one. */
const OF_EACH_RUN = 895_577_996
const widths = [narrow, phone, desktop]
const themes = ['light', 'dark'] as const

const error = { type: 'x', message: 'Broken on purpose', request_id: 'abc123' }
const refused = (status: number, code: string, headers: Record<string, string> = {}) => ({
  ...{ status, headers },
  json: { error: { ...error, code } },
})

type Meet = (route: Route) => Promise<void>

/** As if nothing had ever been: the same answer without its rows. */
async function emptied(route: Route): Promise<void> {
  const response = await route.fetch()
  const text = await response.text()
  const json = JSON.parse(text, (name, value) =>
    Array.isArray(value) && name !== '' ? [] : name === 'count' ? 0 : value,
  )
  await route.fulfill({ response, json })
}

type State = {
  /** What becomes of what the screen asks; absent: nothing out of the way. */
  readonly meet?: Meet
  /** Behind the address. */
  readonly query?: string
  /** It befalls a screen whose answers are known already, which is read again. */
  readonly isLater?: true
  /** One of several questions alone. */
  readonly isPartial?: true
  /** What is seen then, where the screen asks for anything. */
  readonly shows: string
}

const never: Meet = () => new Promise(() => {})

const states: Readonly<Record<string, State>> = {
  loading: { meet: never, shows: '.skeleton' },
  'loading again': { meet: never, isLater: true, shows: '[aria-busy=true], .skeleton' },
  'nothing fits': { query: 'created-gte=2199-01-01', shows: 'h1' },
  'nothing yet': { meet: emptied, shows: 'h1' },
  failed: { meet: (route) => route.fulfill(refused(500, 'internal_error')), shows: '.problem' },
  forbidden: {
    meet: (route) => route.fulfill(refused(403, 'permission_missing')),
    shows: '.problem',
  },
  stale: { meet: (route) => route.abort(), isLater: true, shows: '.stale, .problem' },
  'session over': {
    meet: (route) => route.fulfill(refused(401, 'session_ended')),
    ...{ isLater: true, shows: 'dialog[open]' },
  },
  away: {
    meet: (route) => route.fulfill(refused(503, 'service_busy', { 'retry-after': '60' })),
    shows: '.problem',
  },
  partial: {
    meet: (route) => route.fulfill(refused(500, 'internal_error')),
    ...{ isPartial: true, shows: '.problem' },
  },
}

/** What a screen asks for while it is opened. */
async function questionsOf(page: Page, address: string, pattern: string): Promise<string[]> {
  const paths: string[] = []
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url())
    if (!isOfFrame(pathname, pattern)) paths.push(pathname)
  }
  page.on('request', note)
  await page.goto(address)
  await settled(page)
  page.off('request', note)
  return [...new Set(paths)].toSorted()
}

/** They ask once for each visit. */
const ASKING_ONCE: ReadonlySet<string> = new Set(['/dev/try'])

type Bringing = { readonly address: string; readonly pattern: string; readonly state: State }

async function bring(page: Page, { address, pattern, state }: Bringing): Promise<void> {
  const questions = await questionsOf(page, address, pattern)
  const { meet, isLater, isPartial, query = '', shows } = state
  const of = isPartial ? questions.slice(-1) : questions
  if (meet !== undefined) {
    const isWanted = ({ pathname }: URL) =>
      of.length < 2 || isPartial ? of.includes(pathname) : !isOfFrame(pathname, pattern)
    await page.route(isWanted, meet)
  }
  if (isLater) {
    await page.locator('h1').first().focus()
    await page.keyboard.press('r')
  } else await page.goto(`${address}&${query}`)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  const isMet = questions.length > 0 && !(isLater && ASKING_ONCE.has(pattern))
  if (isMet) await page.locator(shows).first().waitFor()
}

/** Accessible without sight, in the look that is drawn, and nothing sideways. */
async function look(page: Page, name: string, theme: string): Promise<void> {
  assert.deepEqual(await accessibilityFaults(page), [], name)
  const { width = 0 } = page.viewportSize() ?? {}
  await picture(page, `state-${name.replace(/[^a-z0-9]+/gi, '-')}-${theme}`, width > 1_000)
  for (const size of [narrow, zoomed]) {
    await page.setViewportSize(size)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wider <= 0, `${name} at ${size.width} × ${size.height}: ${wider} px`)
  }
}

/** A test of all screens of a kind of person: in one state each, or in all of them. */
export function tryStates(side: Side): void {
  const { visit } = visitors()
  const isLong = effort({ short: 0, long: 1 }) === 1
  const chance = createRandom(isLong ? seedOf(`desk-states-${side}`) : OF_EACH_RUN)
  let server: RunningServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.remove())

  test(`each screen of a ${side} is sound in the states that it can be in`, async () => {
    const names = Object.keys(states)
    const first = chance.between(0, names.length - 1)
    const own = await openedAs(server, visit, 'collections')
    await furnish(server, own.page)
    await own.page.context().close()
    const locale = chance.pick(['es-ES', 'en-GB'])
    const { page, faults } = await openedAs(server, visit, watchers[side], { locale })
    const screens = await screensOn(page, server.demo.base_url, side)
    for (const [index, { pattern, path }] of screens.entries()) {
      const tried = effort({ short: 1, long: names.length })
      for (let turn = 0; turn < tried; turn++) {
        const name = names[(first + index + turn) % names.length] ?? ''
        const state = states[name]
        assert.ok(state !== undefined)
        const theme = chance.pick(themes)
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize(chance.pick(widths))
        const address = `${server.demo.base_url}/desk${path}?mode=sandbox`
        await bring(page, { address, pattern, state })
        await look(page, `${side} ${pattern} ${name}`, theme)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    }
    assert.deepEqual(faults, [])
  })
}
