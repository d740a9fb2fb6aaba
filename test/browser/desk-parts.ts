/** One of a screen's questions fails: that is said, and it alone is asked once more. */
import type { Page } from 'playwright-core'
import { settled } from './desk-visit.ts'

/** Who is signed in, what happens, and what the demo offers: without them there is no screen. */
const OF_FRAME = /^\/(desk|demo|assets)(\/|$)|^\/lender\/(me|sign-in|events.*)$/
/** The frame asks what the store is called: these screens show more of it. */
const OF_STORE: ReadonlySet<string> = new Set(['/', '/store', '/dev/sandbox'])

type Place = { readonly address: string; readonly pattern: string }
/** What a screen asks, by path and query, and what it shows by itself. */
type Whole = { readonly questions: readonly string[]; readonly parts: readonly string[] }

/** The days in a query pass. */
const questionOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search.replace(/\d{4}-\d\d-\d\d/g, '…')
}

function isOfScreen(url: string, pattern: string): boolean {
  const { pathname } = new URL(url)
  return !OF_FRAME.test(pathname) && (pathname !== '/me' || OF_STORE.has(pattern))
}

/** Opens it, and notes what it asks until it is drawn. */
async function askedBy(page: Page, pattern: string, open: () => Promise<unknown>) {
  const questions = new Set<string>()
  const note = (request: { url(): string }) => {
    if (isOfScreen(request.url(), pattern)) questions.add(questionOf(request.url()))
  }
  page.on('request', note)
  await open()
  await settled(page)
  page.off('request', note)
  return questions
}

/** Sections, headings, tables, forms: what people see that there is. */
const partsOf = (page: Page): Promise<string[]> =>
  page.locator('main :is(h1, h2, h3, section[aria-label], table, form)').evaluateAll((parts) =>
    parts.map((part) => {
      const text = /^H/.test(part.tagName) ? part.textContent : ''
      return `${part.tagName} ${part.getAttribute('aria-label') ?? text}`
    }),
  )

const problemsOf = (page: Page) => page.locator('.problem')

/** Undefined: nothing is at the address. */
export async function wholeOf(page: Page, place: Place): Promise<Whole | undefined> {
  const questions = await askedBy(page, place.pattern, () => page.goto(place.address))
  if ((await problemsOf(page).count()) > 0) return undefined
  return { questions: [...questions].toSorted(), parts: await partsOf(page) }
}

type Broken = Place & { readonly whole: Whole; readonly question: string }

/** Opens the screen without an answer to the question, then asks for that alone once more. */
export async function partFaults(
  page: Page,
  { address, pattern, whole, question }: Broken,
  look: () => Promise<string[]>,
): Promise<string[]> {
  const error = { type: 'x', message: 'Broken on purpose', request_id: 'abc123' }
  const json = { error: { ...error, code: 'internal_error' } }
  await page.route(
    ({ href }) => questionOf(href) === question,
    (route) => route.fulfill({ status: 500, json }),
  )
  const before = await askedBy(page, pattern, () => page.goto(address))
  const faults: string[] = []
  const count = await problemsOf(page).count()
  if (count === 0) faults.push('nothing is said')
  faults.push(...(await look()))
  await page.unrouteAll({ behavior: 'wait' })
  const again = await askedBy(page, pattern, async () => {
    if (count > 0) await problemsOf(page).first().getByRole('button').last().click()
  })
  if (!again.has(question)) faults.push('it is not asked again')
  const twice = [...again].filter((each) => each !== question && before.has(each))
  faults.push(...twice.map((each) => `${each} is asked again, which was known`))
  const now = await partsOf(page)
  const missing = whole.parts.filter((part) => !now.includes(part))
  faults.push(...missing.map((part) => `after that there is no ${part}`))
  return faults
}
