/** Every screen of the desk in each of the states that it can be in. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { createRandom } from '../../tools/simulate/random.ts'
import { effort } from '../fixtures/effort.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { accessibilityFaults } from './accessibility.ts'
import { desktop, laptop, narrow, phone, picture, tablet, visitors } from './browser.ts'
import { partFaults, wholeOf } from './desk-parts.ts'
import { furnish, type Side, screensOn, watchers } from './desk-screens.ts'
import { openedAs, settled, tooWide } from './desk-visit.ts'

/** What is of the frame, whatever screen stands in it. */
const OF_FRAME = /^\/(desk|demo|assets)(\/|$)|^\/lender\/(me|sign-in|events.*)$|\/roles$/
/** The frame asks what the store is called: of one screen it is all there is. */
const isOfFrame = (pathname: string, pattern: string): boolean =>
  OF_FRAME.test(pathname) || (pathname === '/me' && pattern !== '/store')
/** 1280 px at 400 %. */
const zoomed = { width: 320, height: 256 }
/** The short form draws the same each time: a run is no lottery, all states are in the long one. */
const OF_EACH_RUN = 895_577_996
const widths = [phone, tablet, desktop]
const themes = ['light', 'dark'] as const
const locales = ['es-ES', 'en-GB'] as const
const isLong = effort({ short: 0, long: 1 }) === 1

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
  /** What is seen then, where the screen asks for anything. */
  readonly shows: string
}

/** One of several questions alone: a test of its own. */
const PARTIAL = 'partial'

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
}

const only = process.env.STATE
const names = Object.keys(states).filter((name) => only === undefined || name === only)
assert.ok(names.length > 0 || only === PARTIAL, `there is no state ${only}`)

/** What a screen asks for while it is opened: the same each time, so it is looked at once. */
async function questionsOf(page: Page, { address, pattern }: Place): Promise<readonly string[]> {
  const known = questionsAt.get(address)
  if (known !== undefined) return known
  const paths: string[] = []
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url())
    if (!isOfFrame(pathname, pattern)) paths.push(pathname)
  }
  page.on('request', note)
  await open(page, address)
  page.off('request', note)
  const questions = [...new Set(paths)].toSorted()
  questionsAt.set(address, questions)
  return questions
}

const questionsAt = new Map<string, readonly string[]>()

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settled(page)
}

/** They ask once for each visit. */
const ASKING_ONCE: ReadonlySet<string> = new Set(['/dev/try'])

type Place = { readonly address: string; readonly pattern: string }

async function bring(page: Page, place: Place, state: State): Promise<void> {
  const { address, pattern } = place
  const { meet, isLater, query = '', shows } = state
  const questions = await questionsOf(page, place)
  if (isLater) await open(page, address)
  if (meet !== undefined) {
    const isWanted = ({ pathname }: URL) =>
      questions.length < 2 ? questions.includes(pathname) : !isOfFrame(pathname, pattern)
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

type Look = {
  readonly size: (typeof widths)[number]
  readonly colorScheme: (typeof themes)[number]
}

/** Accessible without sight in each look, and nothing sideways at any width. */
async function faultsOf(page: Page, name: string, looks: readonly Look[]): Promise<string[]> {
  const faults: string[] = []
  const language = await page.evaluate(() => document.documentElement.lang)
  for (const { size, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    const unsound = await accessibilityFaults(page)
    const look = `${language}-${colorScheme}`
    faults.push(...unsound.map((each) => `${name} at ${size.width}, ${look}: ${each}`))
    const file = `state-${name.replace(/[^a-z0-9]+/gi, '-')}-${look}`
    await picture(page, file, size === desktop)
  }
  for (const size of [narrow, zoomed, tablet, laptop, desktop]) {
    await page.setViewportSize(size)
    const wide = await tooWide(page)
    faults.push(...wide.map((each) => `${name} at ${size.width} × ${size.height}: ${each}`))
  }
  return faults
}

/** In the two languages together each width is seen light and dark. */
const looksIn = (locale: (typeof locales)[number]): Look[] =>
  widths.map((size, index) => {
    const isDark = (index + locales.indexOf(locale)) % 2 === 1
    return { size, colorScheme: isDark ? 'dark' : 'light' }
  })

type Screens = Awaited<ReturnType<typeof screensOn>>

/** The short form takes another question at each screen, the long one all. */
async function faultsInParts(page: Page, place: Place, turn: number): Promise<string[]> {
  const whole = await wholeOf(page, place)
  // One beside the roles: that is the state `failed`.
  if (whole === undefined || (!isLong && whole.questions.length < 3)) return []
  const { pattern } = place
  const { questions } = whole
  const faults: string[] = []
  for (const question of isLong
    ? questions
    : questions.slice(turn % questions.length).slice(0, 1)) {
    const look = async () => (isLong ? faultsOf(page, pattern, looksIn('en-GB')) : [])
    const own = await partFaults(page, { ...place, whole, question }, look).catch((error) => [
      String(error),
    ])
    faults.push(...own.map((each) => `${pattern} without ${question}: ${each}`))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  return faults
}

async function faultsInAllParts(
  page: Page,
  { demo }: RunningServer,
  screens: Screens,
): Promise<string[]> {
  const all: string[] = []
  for (const [turn, { pattern, path }] of screens.entries()) {
    const place = { pattern, address: `${demo.base_url}/desk${path}?mode=sandbox` }
    all.push(...(await faultsInParts(page, place, turn)))
  }
  return all
}

/** The tests of all screens of a kind of person: in one state each, or state by state in all. */
export function tryStates(side: Side): void {
  const { visit } = visitors()
  let server: RunningServer
  let screens: Screens
  before(async () => {
    server = await startServer()
    const own = await openedAs(server, visit, 'collections')
    await furnish(server, own.page)
    await own.page.context().close()
    const { page } = await openedAs(server, visit, watchers[side])
    screens = await screensOn(page, server.demo.base_url, side)
    await page.context().close()
  })
  after(() => server.remove())

  const faultsIn = async (page: Page, index: number, name: string, looks: readonly Look[]) => {
    const { pattern, path } = screens[index] ?? assert.fail()
    const address = `${server.demo.base_url}/desk${path}?mode=sandbox`
    const what = `${side} ${pattern} ${name}`
    const faults: string[] = []
    try {
      await bring(page, { address, pattern }, states[name] ?? assert.fail(name))
      faults.push(...(await faultsOf(page, what, looks)))
    } catch (error) {
      // The others are looked at all the same.
      faults.push(`${what}: ${error}`)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    return faults
  }

  if (only === undefined || only === PARTIAL) {
    test(`each screen of a ${side} shows that a part of it has failed`, async () => {
      const { page, faults } = await openedAs(server, visit, watchers[side])
      assert.deepEqual([...(await faultsInAllParts(page, server, screens)), ...faults], [])
    })
  }
  if (isLong || names.length === 0) {
    for (const name of names) {
      test(`each screen of a ${side} is sound: ${name}`, async () => {
        const all: string[] = []
        for (const locale of locales) {
          const { page, faults } = await openedAs(server, visit, watchers[side], { locale })
          for (const index of screens.keys()) {
            all.push(...(await faultsIn(page, index, name, looksIn(locale))))
          }
          all.push(...faults)
          await page.context().close()
        }
        process.stderr.write(`${side}: ${name}: ${all.length} findings\n`)
        assert.deepEqual(all, [])
      })
    }
    return
  }

  test(`each screen of a ${side} is sound in the states that it can be in`, async () => {
    const chance = createRandom(OF_EACH_RUN)
    const first = chance.between(0, names.length - 1)
    const locale = chance.pick(locales)
    const { page, faults } = await openedAs(server, visit, watchers[side], { locale })
    const all: string[] = []
    for (const index of screens.keys()) {
      const name = names[(first + index) % names.length] ?? ''
      const drawn = { colorScheme: chance.pick(themes), size: chance.pick(widths) }
      all.push(...(await faultsIn(page, index, name, [drawn])))
    }
    assert.deepEqual([...all, ...faults], [])
  })
}
