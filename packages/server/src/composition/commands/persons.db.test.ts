// The operator's acts on personal data at the command line, where nobody of the lender decides.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario, newBuyer } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { saveBuyer } from '../../checkout/checkouts/save-buyer.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import { cancelOrder } from '../../orders/editing/cancel-order.ts'
import { createIds } from '../../platform/ids.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { type CommandInput, type CommandName, runCommand, runReading } from './commands.ts'

const place = ownDatabase()

const vault = createVault('a secret key of the tests')

// biome-ignore lint/suspicious/noExplicitAny: What a command prints is for the tests to check.
function command(name: CommandName, input: CommandInput, key = vault): Promise<any> {
  const { database } = place
  const clock = systemClock
  const workplace = { database, clock, ids: createIds(clock), vault: key, folder: undefined }
  return runCommand(workplace, name, input)
}

/** They gave their data, and left. */
async function someone() {
  const buyer = newBuyer()
  const settings = { decision: { ...standardLimits, sandbox: 'rules' as const } }
  const scenario = await createScenario(place.database, { buyer, settings })
  const { id: checkoutId } = await scenario.checkout(10_000)
  await saveBuyer(scenario.writing, scenario.caller, { checkoutId, buyer })
  await cancelOrder(scenario.writing, scenario.caller, checkoutId)
  const [row] = await place.database.query<AnyRow>(
    'SELECT id FROM persons WHERE document_number = $1',
    [buyer.document_id],
  )
  return { id: String(row?.id), document: buyer.document_id }
}

const note = 'They asked for it in writing.'

test('a sandbox person is exported and erased, and the log names who did it', async () => {
  const { id, document } = await someone()
  const exported = await command('export-person', { personId: id, mode: 'sandbox' })
  assert.ok(JSON.stringify(exported).includes(document))
  await assert.rejects(command('export-person', { personId: id, mode: 'live' }), /not found/)
  await command('erase-person', { personId: id, note })
  const after = await command('export-person', { personId: id, mode: 'sandbox' })
  assert.ok(!JSON.stringify(after).includes(document))
  const rows = await place.database.query<AnyRow>(
    `SELECT principal_kind, reason_note FROM actions
     WHERE object_id = $1 AND action = 'person.erase'`,
    [id],
  )
  assert.deepEqual(rows, [{ principal_kind: 'cli', reason_note: note }])
})

test('an erased person is erased again after a restore, where the service proves it', async () => {
  const { id, document } = await someone()
  await command('erase-person', { personId: id, note })
  const [line] = (await command('list-erased', {})).filter((each: AnyRow) => each.id === id)
  assert.deepEqual([line.id, line.mode], [id, 'sandbox'])
  await place.database.query(
    'UPDATE persons SET document_number = $2, erased_at = NULL WHERE id = $1',
    [id, document],
  )
  const forged = [
    { ...line, mode: 'live' as const },
    { ...line, id: '0'.repeat(32) },
    { ...line, proof: `0.${'A'.repeat(43)}` },
  ]
  for (const each of forged) {
    const both = { erased: [line, each] }
    await assert.rejects(command('erase-again', both), /nothing proves/)
  }
  await assert.rejects(
    command('erase-again', { erased: [line] }, createVault('another key')),
    /nothing proves/,
  )
  const again = await command('erase-again', { erased: [line] })
  assert.deepEqual(again, { erased: [id], refused: [] })
  const rows = await place.database.query<AnyRow>(
    'SELECT document_number FROM persons WHERE id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ document_number: id }])
  assert.deepEqual(await command('erase-again', { erased: [line] }), again)
})

test('a person who is back and owes money stays, and is named', async () => {
  const buyer = newBuyer()
  const settings = { decision: { ...standardLimits, sandbox: 'rules' as const } }
  const scenario = await createScenario(place.database, { buyer, settings })
  await scenario.confirmed(10_000)
  const [row] = await place.database.query<AnyRow>(
    'SELECT id FROM persons WHERE document_number = $1',
    [buyer.document_id],
  )
  const id = String(row?.id)
  const proof = vault.token('erased person', `sandbox/${id}`)
  const { erased, refused } = await command('erase-again', {
    erased: [{ id, mode: 'sandbox', proof }],
  })
  assert.deepEqual(erased, [])
  assert.match(JSON.stringify(refused), new RegExp(`${id}.*is open`))
})

test('nobody is due for erasure before the law allows it', async () => {
  assert.deepEqual(await runReading(place.database, 'list-due', {}), [])
})
