import assert from 'node:assert/strict'
import { test } from 'node:test'
import { healthAfter, healthy, isOtherHealth, reasonToDisable, type Verdict } from './rules.ts'
import type { Endpoint } from './webhook.ts'

const DAY_MS = 86_400_000
const at = new Date('2026-11-21T12:00:00Z')
const before = (ms: number) => new Date(at.getTime() - ms)

const well: Endpoint = {
  storeId: 'store',
  id: 'endpoint',
  sandbox: true,
  name: null,
  url: 'https://store.example.com',
  types: null,
  version: 'v1',
  createdAt: at,
  ...healthy,
}
const ill: Endpoint = { ...well, failingSince: before(DAY_MS), failures: 7 }

const after: readonly [Endpoint, Verdict[], Date | null, number][] = [
  [well, [], null, 0],
  [well, ['delivered'], null, 0],
  [well, ['failed'], at, 1],
  [well, ['failed', 'gone', 'failed'], at, 3],
  [well, ['failed', 'delivered'], null, 0],
  [ill, ['failed'], before(DAY_MS), 8],
  [ill, ['delivered'], null, 0],
  [ill, ['failed', 'delivered', 'failed'], at, 1],
]

for (const [endpoint, verdicts, failingSince, failures] of after) {
  test(`${endpoint.failures} failures, then ${verdicts.join(', ') || 'nothing'}`, () => {
    const health = healthAfter(endpoint, verdicts, at)
    assert.deepEqual([health.failingSince, health.failures], [failingSince, failures])
    const same = failures === endpoint.failures && failingSince === endpoint.failingSince
    assert.equal(isOtherHealth(endpoint, health), !same)
  })
}

const reasons: readonly [Partial<Endpoint>, Verdict[], string | undefined][] = [
  [{ failingSince: before(5 * DAY_MS), failures: 10 }, ['failed'], 'failing'],
  [{ failingSince: before(5 * DAY_MS), failures: 9 }, ['failed'], undefined],
  [{ failingSince: before(5 * DAY_MS - 1), failures: 500 }, ['failed'], undefined],
  [{ failingSince: null, failures: 0 }, ['delivered'], undefined],
  [{ failingSince: at, failures: 1 }, ['gone'], 'gone'],
  [{ failingSince: null, failures: 0 }, ['gone', 'delivered'], 'gone'],
  [{ failingSince: before(9 * DAY_MS), failures: 99, state: 'disabled' }, ['gone'], undefined],
]

for (const [endpoint, verdicts, reason] of reasons) {
  const { failures = 0, state = 'enabled' } = endpoint
  const name = `${failures} failures, ${verdicts.join(', ')}, ${state}`
  test(`${name}: ${reason ?? 'stays'} (${endpoint.failingSince?.toISOString()})`, () => {
    assert.equal(reasonToDisable({ ...well, ...endpoint }, verdicts, at), reason)
  })
}
