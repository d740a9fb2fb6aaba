// A desk for the lender's people alone: a store's person is a stranger there, whatever they hold.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Desk, signInWithPasskey } from '../../../../../test/desk.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'

const clock = { now: () => new Date('2026-11-25T10:00:00Z') }
let place: TestDatabase
let all: TestDesk
let staff: TestDesk
let storeId: string

before(async () => {
  place = await openTestDatabase()
  all = testDesk(place.database, clock)
  staff = testDesk(place.database, clock, { desk: 'staff' })
  storeId = (await createScenario(place.database, { clock })).caller.store.id
})
after(async () => {
  await Promise.all([all.settled(), staff.settled()])
  await place.stop()
})

const member = (name: string) =>
  all.invite({
    ...{ name, email: `${name}@store.example` },
    membership: { storeId, role: 'store_owner' },
  })

/** The same browser at the desk of the lender alone. */
function movedTo(desk: Desk): Desk {
  const other = staff.browser()
  other.holds(desk.cookie())
  return other
}

test('sessions of store staff are invalid, and the lender’s continue', async () => {
  const { desk } = await all.enrolled(await member('grace'))
  assert.equal((await desk.send('GET', '/lender/me')).status, 200)
  const other = movedTo(desk)
  for (const [method, path] of [
    ['GET', '/lender/me'],
    ['GET', '/me'],
    ['GET', '/orders'],
    ['GET', '/lender/staff'],
  ] as const) {
    const { status, body } = await other.send(method, path, undefined, { 'store-id': storeId })
    assert.deepEqual([status, body.error.code], [401, 'session_ended'], path)
  }
  assert.equal((await desk.send('GET', '/lender/me')).status, 200, 'where all are let in')
  const lenders = await all.invite({
    ...{ name: 'Ada', email: 'ada@lender.example', roles: ['risk'] },
  })
  const { desk: own } = await staff.enrolled(lenders)
  assert.equal((await own.send('GET', '/lender/stores')).status, 200)
})

test('no factor and no link of theirs signs them in, and no cookie is set', async () => {
  const { passkey } = await all.enrolled(await member('alan'))
  const browser = staff.browser()
  const refused = await signInWithPasskey(browser, passkey)
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'sign_in_failed'])
  const token = await member('lin')
  const started = await browser.send('POST', '/lender/start', { token })
  assert.deepEqual([started.status, started.body.error.code], [401, 'link_invalid'])
  assert.equal(browser.cookie(), undefined)
  // The link is not used up: it opens once people of stores are let in.
  assert.equal((await all.browser().send('POST', '/lender/start', { token })).status, 200)
})
