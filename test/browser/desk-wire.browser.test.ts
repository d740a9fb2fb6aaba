// What the desk says to the service, screen by screen: only what everybody can, the address of a
// list as it stands, the line for a shell as it is shown; and nobody's data where it does not
// belong.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { isDeepStrictEqual, promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { lenderScopes } from '../../packages/api/src/index.ts'
import { createRandom } from '../../tools/simulate/random.ts'
import { effort } from '../fixtures/effort.ts'
import { seedOf } from '../fixtures/seed.ts'
import { clientOf, ended, type Json, ownServer, runProgram } from '../running-server.ts'
import { visitors } from './browser.ts'
import { furnish, type Side, screensOn, sides, watchers } from './desk-screens.ts'
import { openedAs, settled } from './desk-visit.ts'

const DAY_MS = 86_400_000
const QUERIES = effort({ short: 2, long: 25 })
const chance = createRandom(seedOf('desk-wire'))

const { visit } = visitors()
const server = ownServer()
let liveKey: string | undefined

const at = (path: string, query = '') =>
  `${server.demo.base_url}/desk${path}?${query === '' ? '' : `${query}&`}mode=sandbox`

/** Once: what the lists lack is there for both sides. */
let isFurnished = false
async function openedBy(side: Side) {
  if (!isFurnished) {
    const { page } = await openedAs(server, visit, 'collections')
    await furnish(server, page)
    await page.context().close()
    isFurnished = true
  }
  return openedAs(server, visit, watchers[side])
}

type Heard = { readonly method: string; readonly path: string; readonly status: number }

/** All that a page asks, and what it is answered. */
function recordOf(page: Page) {
  const heard: (Heard & { readonly text: Promise<string> })[] = []
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (/^\/desk(\/|$)/.test(pathname)) return
    // A stream has no end.
    const isStream = pathname.endsWith('/stream')
    const text = isStream ? Promise.resolve('') : response.text().catch(() => '')
    const method = response.request().method()
    heard.push({ method, path: pathname + search, status: response.status(), text })
  })
  return heard
}

/** The operations of the description, as they are asked for. */
async function described(): Promise<(heard: Heard) => boolean> {
  const answer = await fetch(`${server.demo.base_url}/openapi.json`)
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, object>> }
  const forms = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      form: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  )
  return ({ method, path }) => {
    const [pathname = ''] = path.split('?')
    return forms.some((each) => each.method === method && each.form.test(pathname))
  }
}

/** Who is in the store's orders. */
async function personalData(): Promise<string[]> {
  const { body } = await clientOf(server)('GET', '/orders?page_size=100')
  const all = body.results.flatMap(({ customer }: Json) => [
    customer.email,
    customer.phone,
    [customer.first_name, customer.last_name].filter(Boolean).join(' '),
    customer.last_name,
  ])
  const known = new Set<string>([...all, '12345678Z', '12345678', 'ada@example.com'])
  return [...known].filter((each) => typeof each === 'string' && each.length > 4)
}

/** What stays of a page where others may look: history, title, storage. */
const tracesOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      ...[location.href, document.title, JSON.stringify(history.state), document.cookie],
      ...[JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })],
    ].join('\n'),
  )

/** What depends on who asks, or on when: a person has other rights than a key. */
const OF_WHO_ASKS = new Set(['allowed_actions', 'now', 'request_id', 'last_used_at'])

function withoutThose(text: string): Json {
  // Of a figure `at` is when it was read.
  const { at: _, ...answer } = JSON.parse(text, (name, value) =>
    OF_WHO_ASKS.has(name) ? undefined : value,
  )
  return answer
}

/** Of live mode, in which what is of no mode is asked for. */
async function liveLenderKey(): Promise<string> {
  const scopes = ['--scopes', lenderScopes.join(',')]
  const only = ['--addresses', '127.0.0.1', '--expires-at', new Date(Date.now() + DAY_MS).toJSON()]
  const args = ['lender-keys', 'create', '--name', 'Live', '--mode', 'live', ...scopes, ...only]
  const { stdout, stderr } = await ended(runProgram('cli.ts', { place: server.place, args }))
  assert.ok(stdout !== '', stderr)
  return JSON.parse(stdout).key
}

async function runCurl(curl: string): Promise<string> {
  const isLive = !curl.includes('.sandbox.') && curl.includes('LENDER_KEY')
  if (isLive) liveKey ??= await liveLenderKey()
  const { lender_key: sandboxKey, private_key: STORE_KEY } = server.demo
  const LENDER_KEY = isLive ? liveKey : sandboxKey
  const env = { ...process.env, LENDER_KEY, STORE_KEY }
  const { stdout } = await promisify(execFile)('sh', ['-c', curl], { env, maxBuffer: 2 ** 24 })
  return stdout
}

/** Screens that only people have, that show more than one answer, or whose lines are samples. */
const WITHOUT_A_LINE: ReadonlySet<string> = new Set([
  ...['/', '/search', '/collections', '/decisions/:id', '/staff', '/me', '/members', '/dev/try'],
])
/** What is another with each look: how lanes do, what was asked; one request shows its own line. */
const MOVING: ReadonlySet<string> = new Set(['/jobs', '/dev/requests', '/dev/requests/:id'])

for (const side of sides) {
  test(`a screen of a ${side} uses public requests; its curl line gives the same`, async () => {
    const { page, faults } = await openedBy(side)
    const isDescribed = await described()
    const people = await personalData()
    assert.ok(people.length > 3, people.join())
    const heard = recordOf(page)
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    for (const { pattern, path } of await screensOn(page, server.demo.base_url, side)) {
      heard.length = 0
      await page.goto(at(path))
      await settled(page)
      const line = page.locator('code.curl')
      // It stands below what comes with the answer.
      if (!WITHOUT_A_LINE.has(pattern)) await line.first().waitFor({ state: 'attached' })
      const lines = await line.allTextContents()
      const reads = lines.filter((line) => !line.includes(' -X ') && !MOVING.has(pattern))
      for (const line of reads) {
        const address = /'([^']+)'$/.exec(line)?.[1] ?? ''
        const { pathname, search } = new URL(address)
        const own = heard.findLast((each) => each.path === pathname + search)
        assert.ok(own !== undefined, `${pattern} asks something else than ${line}`)
        const [shown, printed] = [await own.text, await runCurl(line)]
        const isSame = isDeepStrictEqual(withoutThose(printed), withoutThose(shown))
        assert.ok(isSame, `${line}\n${printed}\n${shown}`)
      }
      const unknown = heard.filter((each) => !isDescribed(each))
      assert.deepEqual(unknown, [], pattern)
      const traces = [await tracesOf(page), ...heard.map((each) => each.path), ...said].join('\n')
      for (const each of people) {
        const seen = [each, encodeURIComponent(each)].find((form) => traces.includes(form))
        assert.equal(seen, undefined, `${pattern}: ${traces.slice(0, 2_000)}`)
      }
      if (side === 'store') await isOfOneStore(heard)
    }
    assert.deepEqual(faults, [])
  })
}

/** Not a byte of the other store, and nothing that is the lender's. */
async function isOfOneStore(heard: ReturnType<typeof recordOf>): Promise<void> {
  const { other_store: other } = server.demo
  for (const { path, text } of heard) {
    assert.doesNotMatch(path, /^\/lender\/(?!me(\/|$))/)
    const said = await text
    for (const each of [other.store_id, other.public_key]) assert.ok(!said.includes(each), path)
  }
}

// Lists ------------------------------------------------------------------------------------------

type Filter = { readonly name: string; readonly lookups: readonly string[] } & (
  | { readonly choices: readonly string[] }
  | { readonly type: string; readonly choices?: never }
)
type Offered = { readonly filters: readonly Filter[]; readonly orderings: readonly string[] }

/** What the page offers to filter and to order by, read from its own form. */
async function offeredOn(page: Page): Promise<Offered> {
  const orderings = await page
    .locator('th a.order')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('ordering')),
    )
  const form = page.locator('.filters form')
  const filters: Filter[] = []
  if ((await form.count()) > 0) {
    const values = (name: string) =>
      form
        .locator(`select[name=${name}] option`)
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
    await page.locator('.filters summary').click()
    for (const name of await values('property')) {
      await form.locator('select[name=property]').selectOption(name)
      const value = form.locator('[name=value]')
      const type = await value.evaluate((element) => (element as HTMLInputElement).type)
      const lookups = await values('lookup')
      const isChoice = type === 'select-one'
      filters.push({
        ...{ name, lookups },
        ...(isChoice ? { choices: await values('value') } : { type }),
      })
    }
  }
  return { filters, orderings: orderings.flatMap((each) => (each === null ? [] : [each])) }
}

/** A query as the API takes it: some of what is offered, and now and then what is wrong. */
function randomQuery({ filters, orderings }: Offered): string {
  const query = new URLSearchParams()
  const taken = filters.filter(() => chance.chance(1.5 / Math.max(1.5, filters.length)))
  for (const filter of taken) {
    const lookup = chance.pick(filter.lookups)
    const text = filter.choices ? chance.pick(filter.choices) : textOf(filter.type)
    query.set(lookup === 'exact' ? filter.name : `${filter.name}-${lookup}`, text)
  }
  if (orderings.length > 0 && chance.chance(0.5)) query.set('ordering', chance.pick(orderings))
  if (chance.chance(0.3)) query.set('page_size', String(chance.between(1, 5)))
  if (chance.chance(0.1)) query.set('nonsense', '1')
  if (query.size === 0) query.set('page', '1')
  return query.toString()
}

const textOf = (type: string): string =>
  type === 'date'
    ? `202${chance.between(5, 7)}-0${chance.between(1, 9)}-15`
    : chance.pick(['demo', 'EUR', '30000', '0', 'á&=?+ %', 'order', 'a'])

/** What the service answers to the query of the address, as to anybody else. */
async function answerTo(page: Page, path: string): Promise<{ status: number; count: number }> {
  const { store_id: store } = server.demo
  return page.evaluate(
    async ([address, storeId]) => {
      const accept = 'application/vnd.svc.sandbox.v1+json'
      const ofStore = /^\/lender\//.test(address) ? {} : { 'store-id': storeId }
      const answer = await fetch(address, { headers: { 'x-desk': '1', accept, ...ofStore } })
      const body = await answer.json()
      return { status: answer.status, count: body.paging?.count ?? -1 }
    },
    [path, store] as const,
  )
}

for (const side of sides) {
  test(`the address of each list of a ${side} is its query, whatever is in it`, async () => {
    const { page, faults } = await openedBy(side)
    const screens = await screensOn(page, server.demo.base_url, side)
    const heard = recordOf(page)
    let lists = 0
    let refusals = 0
    for (const { pattern, path } of screens) {
      await page.goto(at(path))
      await settled(page)
      if ((await page.locator('.list > .filters').count()) === 0) continue
      const offered = await offeredOn(page)
      lists += 1
      for (let turn = 0; turn < QUERIES; turn++) {
        const query = randomQuery(offered)
        heard.length = 0
        await page.goto(at(path, query))
        await settled(page)
        const shown = new URL(page.url()).searchParams
        shown.delete('mode')
        assert.equal(shown.toString(), query, 'the address stays as it was typed')
        const own = heard.find(({ path: each }) => {
          const [, sent = ''] = each.split('?')
          return sent === query || sent.startsWith(`${query}&`)
        })
        assert.ok(own !== undefined, `${pattern}?${query}: ${heard.map((each) => each.path)}`)
        const { status, count } = await answerTo(page, `${own.path.split('?')[0]}?${shown}`)
        assert.equal(own.status, status, own.path)
        if (status === 200) {
          const head = await page.locator('.list-head strong').innerText()
          assert.equal(Number(head.replace(/\D/g, '')), count, own.path)
        } else {
          assert.equal(status, 400, own.path)
          refusals += 1
          await page.locator('.chip.wrong, .problem').first().waitFor()
        }
      }
    }
    assert.ok(lists >= 5, `${lists} lists`)
    process.stderr.write(`${side}: ${lists} lists, ${refusals} queries refused\n`)
    assert.deepEqual(faults, [])
  })
}
