// What one person may do alone, set by two, over HTTP: in live mode no floor is switched off.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  approve,
  type Colleague,
  colleague,
  LIVE,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { audit } from '../../audit/audit.ts'
import { approvalActions, approvalRuleOf } from '../../model/approvals/approval-action.ts'

const path = '/lender/approval-policy'
const reason = { code: 'routine', note: 'As the board decided.' }
const clock = { now: () => new Date('2026-11-25T09:00:00Z') }
const rule = { action: 'payment', role: 'collections', currency: 'EUR', alone_max: 10_000 }

const place = ownDatabase()
let maker: Colleague
let checker: Colleague
before(async () => {
  const desks = testDesk(place.database, clock, { demo: true })
  maker = await colleague(desks, 'admin')
  checker = await colleague(desks, 'admin')
})

const change = (version: number, rules: readonly object[], headers = {}) =>
  maker.send('PATCH', path, { version, rules, reason }, headers)

test('it is changed by two people, from the version that they read', async () => {
  const reply = await change(0, [rule])
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  const { approval } = reply.body
  assert.deepEqual([approval.action, approval.because], ['approval_policy', 'role'])
  assert.equal(outcomeOf(await change(0, [{ action: 'payment' }])), 'approval_pending')
  assert.equal(outcomeOf(await approve(checker, approval)), 'executed')
  const { body } = await checker.send('GET', path)
  assert.deepEqual([body.version, body.rules], [1, [rule]])
  const stale = await change(0, [])
  assert.equal(outcomeOf(stale), 'terms_conflict')
  assert.match(stale.body.error.message, /its version is 1$/)
  const same = await change(1, [rule])
  assert.deepEqual([same.status, same.body.version], [200, 1], 'nothing changes')
  const doubled = await change(1, [rule, rule])
  assert.deepEqual(doubled.body.error.fields, { 'rules.1': ['must not be repeated'] })
})

test('a change is tried: the rules as they would be, and nothing is stored', async () => {
  const { version, rules } = (await checker.send('GET', path)).body
  const body = { version, rules: [...rules, { ...rule, role: 'finance' }], reason }
  const tried = await maker.send('PATCH', `${path}?dry_run=true`, body)
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.deepEqual(tried.body.rules, body.rules)
  assert.deepEqual([tried.body.approval.needed, tried.body.approval.because], [true, 'role'])
  assert.deepEqual(tried.body.effects.changes.rules.new, body.rules.map(stored))
  assert.equal((await checker.send('GET', path)).body.version, version)
})

/** As the log has it. */
const stored = ({ alone_max: aloneMax, ...each }: typeof rule) => ({ ...each, aloneMax })

test('in live mode each floor stays, whatever is requested', async () => {
  const floors = approvalActions.filter((each) => approvalRuleOf(each).floor === true)
  assert.ok(floors.length >= 12)
  for (const action of floors) {
    const { status, body } = await change(0, [{ action }], LIVE)
    assert.equal(status, 400, action)
    const [fault = ''] = body.error.fields['rules.0'] ?? []
    assert.match(fault, /always takes two people/, action)
  }
  const whole = floors.map((action) => ({ action, alone_max: 0 }))
  const reply = await change(0, whole, LIVE)
  assert.equal(reply.body.approval.because, 'floor', JSON.stringify(reply.body))
  const live = { ...checker, send: (...sent: Parameters<Colleague['send']>) => over(sent) }
  assert.equal(outcomeOf(await approve(live, reply.body.approval)), 'executed')
  assert.equal((await live.send('GET', path)).body.version, 1)
})

const over = ([method, to, body, headers]: Parameters<Colleague['send']>) =>
  checker.send(method, to, body, { ...LIVE, ...headers })

test('in the sandbox even they may be tried alone', async () => {
  const reply = await change(1, [{ action: 'store_resume' }])
  assert.equal(outcomeOf(await approve(checker, reply.body.approval)), 'executed')
  assert.equal((await checker.send('GET', path)).body.rules[0].alone_max, null)
})

test('every version stays to be read, in its mode', async () => {
  const { body } = await checker.send('GET', `${path}/versions`)
  const versions = body.results.map(({ version }: { version: number }) => version)
  assert.deepEqual([versions, body.results[1].rules], [[2, 1], [rule]])
  const first = await checker.send('GET', `${path}/versions?version=1`)
  assert.deepEqual([first.body.paging.count, first.body.results[0].rules], [1, [rule]])
  const inLive = await checker.send('GET', `${path}/versions`, undefined, LIVE)
  assert.notDeepEqual(inLive.body.results[0].rules, body.results[0].rules)
})

test('the auditor agrees', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
})
