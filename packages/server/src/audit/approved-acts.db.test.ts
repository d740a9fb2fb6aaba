// What two people have really done is nothing that the auditor says somebody did alone.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  approve,
  type Colleague,
  colleague,
  outcomeOf,
} from '../../../../test/fixtures/colleagues.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../test/fixtures/test-desk.ts'
import { audit } from './audit.ts'

const reason = { code: 'routine', note: 'As it was decided on Monday.' }
let now = Date.parse('2026-11-25T09:00:00Z')
const place = ownDatabase()
let desks: TestDesk
before(() => {
  desks = testDesk(place.database, { now: () => new Date(now) })
})

/** Requested by one person, approved by the other. */
async function together(
  [maker, checker]: readonly [Colleague, Colleague],
  [method, path, body]: readonly [string, string, object],
): Promise<void> {
  const waiting = await maker.send(method, path, { ...body, reason })
  assert.equal(waiting.status, 202, `${path}: ${JSON.stringify(waiting.body)}`)
  const done = await approve(checker, waiting.body.approval)
  assert.equal(outcomeOf(done), 'executed', `${path}: ${JSON.stringify(done.body)}`)
}

test('keys, people, roles and policies that two people approved are in order', async () => {
  const admins = [await colleague(desks, 'admin'), await colleague(desks, 'admin')] as const
  const risks = [await colleague(desks, 'risk'), await colleague(desks, 'risk')] as const
  now += 120_000
  const expires = new Date(now + 86_400_000).toJSON()
  const key = { name: 'Ledger', mode: 'sandbox', scopes: ['loans:read'], expires_at: expires }
  await together(admins, ['POST', '/lender/keys', key])
  const invited = { name: 'Ida', email: 'ida@lender.example', roles: ['support'] }
  await together(admins, ['POST', '/lender/staff', invited])
  const { body } = await admins[0].send('GET', '/lender/staff')
  const ida = body.results.find((each: { name: string }) => each.name === 'Ida')
  const change = { roles: ['support', 'collections'], version: ida.version }
  await together(admins, ['PATCH', `/lender/staff/${ida.id}`, change])
  const limit = { version: 0, currency: 'EUR', exposure_max: 200_000 }
  await together(risks, ['PATCH', '/lender/exposure-policy', limit])
  const rates = { version: 1, rates: [{ currency: 'USD', rate: '0.5' }] }
  await together(risks, ['PATCH', '/lender/exchange-rates', rates])
  const { findings } = await audit(place.database)
  assert.deepEqual(findings, [])
})
