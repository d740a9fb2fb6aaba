import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Health,
  healthOf,
  isStuck,
  mayWork,
  NO_CONNECTION,
  NOT_LOOKED_YET,
  type Observation,
  type Phase,
  refusalOf,
  unreadinessOf,
} from './rules.ts'

const sound: Observation = { schema: 'compatible', clockOffMs: 0, writeFailure: undefined }
const well = healthOf(sound)
const failed = (code?: string) => ({ code, message: 'no' })

const observations: readonly (readonly [string, Partial<Observation>, Partial<Health>])[] = [
  ['nothing amiss', {}, {}],
  ['a clock that is 2 s off', { clockOffMs: 2_000 }, {}],
  ['a clock that is further off', { clockOffMs: 2_001 }, { clock: 'off' }],
  ['a server that only reads', { writeFailure: failed('25006') }, { write: 'read_only' }],
  ['a full disk', { writeFailure: failed('53100') }, { write: 'disk_full' }],
  ['a write that fails otherwise', { writeFailure: failed('57014') }, { write: 'failing' }],
  ['a write that fails without a code', { writeFailure: failed() }, { write: 'failing' }],
  ['code that is too old', { schema: 'code_too_old' }, { schema: 'incompatible' }],
  ['a database that is too old', { schema: 'database_too_old' }, { schema: 'incompatible' }],
]
for (const [name, observation, differs] of observations) {
  test(`${name}: ${JSON.stringify(differs)}`, () => {
    const health = healthOf({ ...sound, ...observation })
    assert.deepEqual(health, { ...well, ...differs })
    assert.equal(mayWork(health), Object.keys(differs).length === 0)
  })
}

const incompatible: Health = { ...well, schema: 'incompatible' }
const degraded: Health = { ...well, write: 'disk_full', clock: 'off' }

const answers: readonly (readonly [
  Phase,
  string,
  Health,
  string | undefined,
  string | undefined,
])[] = [
  ['starting', 'nothing known', NOT_LOOKED_YET, 'service_starting', 'service_starting'],
  ['starting', 'all well', well, 'service_starting', 'service_starting'],
  ['serving', 'all well', well, undefined, undefined],
  ['serving', 'no write and a wrong clock', degraded, undefined, undefined],
  ['serving', 'no connection', NO_CONNECTION, undefined, 'database_unavailable'],
  ['serving', 'a strange schema', incompatible, 'schema_incompatible', 'schema_incompatible'],
  ['draining', 'all well', well, undefined, 'service_stopping'],
  ['draining', 'a strange schema', incompatible, 'schema_incompatible', 'service_stopping'],
  ['stopping', 'all well', well, 'service_stopping', 'service_stopping'],
]
for (const [phase, name, health, refusal, unreadiness] of answers) {
  test(`${phase}, ${name}: requests ${refusal}, /readyz ${unreadiness}`, () => {
    assert.equal(refusalOf(phase, health), refusal)
    assert.equal(unreadinessOf(phase, health), unreadiness)
  })
}

test('nothing is done before the first probe, nor without a connection', () => {
  assert.equal(mayWork(NOT_LOOKED_YET), false)
  assert.equal(mayWork(NO_CONNECTION), false)
})

test('a lane is stuck when it has failed for more than a minute', () => {
  const since = new Date(0)
  assert.equal(isStuck(undefined, new Date(1e9)), false)
  assert.equal(isStuck(since, new Date(60_000)), false)
  assert.equal(isStuck(since, new Date(60_001)), true)
})
