// What was signed before decisions were kept has one, as far as its events tell.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { findAccount } from '../../tenancy/stores/find-account.ts'
import { otherFindings } from '../../testing/older-rows.ts'
import { buyer, createScenario } from '../../testing/scenario.ts'
import { testPlace } from '../../testing/test-database.ts'
import { acceptCheckout } from '../checkouts/accept-checkout.ts'
import { listDecisions } from './list-decisions.ts'

test('orders that were signed before have a decision that nobody recorded', async () => {
  const place = await testPlace()
  const { databaseUrl } = place
  const folder = join(place.folder, 'database')
  const open = () => openDatabase({ databaseUrl, folder, fraction: Math.random, tell() {} })
  let database = await open()
  const { writing, caller, checkout, confirmed } = await createScenario(database)
  const signed = async (document_id: string, check?: 'pass' | 'fail') => {
    const { id: checkoutId } = await checkout(20_000)
    const buyerOf = () => ({ ...buyer, document_id })
    return acceptCheckout(writing, caller, { checkoutId, wish: {}, buyerOf, check })
  }
  const outcomes = new Map([
    [(await confirmed(20_000)).id, 'accepted'],
    [(await signed('99999998T')).id, 'refused'],
    [(await signed('99999995C')).id, 'checked'],
    [(await signed('99999995C', 'pass')).id, 'checked'],
    [(await signed('99999995C', 'fail')).id, 'checked'],
  ])
  const unsigned = await checkout(20_000)
  const given = await checkout(20_000)
  await cancelOrder(writing, caller, given.id)

  await database.query('DROP TABLE decision_reviews, decisions', [])
  await database.query(`UPDATE stores SET settings = settings - 'decision'`, [])
  await database.query('DELETE FROM schema_migrations WHERE number IN (20, 34)', [])
  await database.close()
  database = await open()

  const reading = { database }
  for (const [id, outcome] of outcomes) {
    const [decision, ...others] = await listDecisions(reading, caller, id)
    assert.deepEqual(
      [decision?.outcome, decision?.decider, decision?.inputs, others],
      [outcome, 'unrecorded', null, []],
    )
  }
  for (const { id } of [unsigned, given]) {
    assert.deepEqual(await listDecisions(reading, caller, id), [])
  }
  const { settings } = await findAccount(reading, caller.store.id)
  assert.deepEqual(settings.decision, standardLimits)
  assert.deepEqual(await otherFindings(database), [])
  await database.close()
  await place.remove()
})
