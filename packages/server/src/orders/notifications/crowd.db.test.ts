// One receiver that hangs does not hold up the others, of its store or of another.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import { claimDue } from './claim-due.ts'
import { type Notification, receiverOf } from './store.ts'

const place = ownDatabase()
let scenario: Scenario
before(async () => {
  scenario = await createScenario(place.database)
})

/** Something is due to a host, for so many orders. */
async function due(host: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const { id } = await scenario.checkout(1_000)
    const at = scenario.writing.clock.now()
    const rows = [
      {
        storeId: scenario.caller.store.id,
        orderId: id,
        sequence: 1,
        id: `msg_${scenario.writing.ids.next()}`,
        kind: 'information' as const,
        url: `https://${host}/notify?shop=${number}`,
        body: '{}',
        state: 'waiting' as const,
        nextAttemptAt: at,
        deadline: new Date(at.getTime() + 3_600_000),
        createdAt: at,
      },
    ]
    await place.database.transaction(null, async (tx) =>
      tx.commit(undefined, unacted({ table: 'notifications', rows })),
    )
  }
}

const hostsOf = (claimed: readonly Notification[]) => claimed.map(({ url }) => new URL(url).host)

test('a receiver takes no more than it has room for, and none once it is full', async () => {
  await due('hanging.example.com', 6)
  await due('quick.example.com', 1)
  const hanging = `${scenario.caller.store.id}/hanging.example.com`
  const roomFor = (receiver: string) => (receiver === hanging ? 2 : 8)
  const first = await claimDue(scenario.writing, 4, { full: [], roomFor })
  assert.deepEqual(hostsOf(first), ['hanging.example.com', 'hanging.example.com'])
  assert.deepEqual(first.map(receiverOf), [hanging, hanging])
  const second = await claimDue(scenario.writing, 4, { full: [hanging], roomFor })
  assert.deepEqual(hostsOf(second), ['quick.example.com'])
  const rest = await claimDue(scenario.writing, 100)
  assert.equal(rest.length, 4)
})
