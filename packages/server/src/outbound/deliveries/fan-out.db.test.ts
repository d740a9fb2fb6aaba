// Every placed event leads to one delivery for each endpoint that was to be told of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEndpoint, ownerOf } from '../../../../../test/fixtures/endpoint.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { placeEvents } from '../placing/place-events.ts'

const vault = createVault('a secret key of the tests')
const place = ownDatabase()

const placeAll = ({ writing, caller }: Scenario) =>
  placeEvents(
    { ...writing, database: place.database },
    { storeId: caller.store.id, sandbox: caller.sandbox },
  )

async function deliveriesOf(endpointId: string) {
  const rows = await place.database.query(
    `SELECT d.position, d.event_type, d.state, d.order_id, e.id = d.event_id AS same
     FROM webhook_deliveries d JOIN events e
       ON e.store_id = d.store_id AND e.position = d.position AND e.sandbox
     WHERE d.endpoint_id = $1 ORDER BY d.position`,
    [endpointId],
  )
  return rows.map((row) => {
    assert.equal(row.same, true)
    return `${row.position} ${row.event_type} ${row.state}`
  })
}

test('endpoints subscribed when an event gets its place receive it, by type', async () => {
  const scenario = await createScenario(place.database)
  const stranger = await createScenario(place.database)
  const owner = ownerOf(scenario, vault)
  const ids = { all: scenario.writing.ids.next(), some: scenario.writing.ids.next() }
  const others = { live: scenario.writing.ids.next(), other: scenario.writing.ids.next() }
  await addEndpoint(place.database, { ...owner, sandbox: false }, { id: others.live })
  await addEndpoint(place.database, ownerOf(stranger, vault), { id: others.other })
  const before = await scenario.checkout(1_000)
  await placeAll(scenario)
  await addEndpoint(place.database, owner, { id: ids.all })
  await addEndpoint(place.database, owner, { id: ids.some, types: ['order.captured'] })
  const order = await scenario.confirmed(1_000)
  await scenario.capture(order, 100)
  await placeAll(scenario)
  await scenario.capture(order, 100)
  await placeAll(scenario)
  assert.deepEqual(await deliveriesOf(ids.all), [
    '2 checkout.updated waiting',
    '3 checkout.updated queued',
    '4 order.confirmed queued',
    '5 order.captured queued',
    '6 order.captured queued',
  ])
  assert.deepEqual(await deliveriesOf(ids.some), [
    '5 order.captured waiting',
    '6 order.captured queued',
  ])
  assert.deepEqual(await deliveriesOf(others.live), [])
  assert.deepEqual(await deliveriesOf(others.other), [])
  assert.notEqual(before.id, order.id)
})
