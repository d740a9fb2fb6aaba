// Subject access: all that is held about a person, of nobody else, and the log has its hash.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Json, TestService } from '../../../../../test/fixtures/test-service.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import { retentions } from './rules.ts'
import { held } from './store.ts'

const place = ownDatabase()
let send: TestService['send']
const [ada, bob] = [newBuyer(), newBuyer()]

before(async () => {
  const settings = { decision: { ...standardLimits, sandbox: 'rules' as const } }
  for (const buyer of [ada, bob, ada]) {
    await (await createScenario(place.database, { buyer, settings })).confirmed(10_000)
  }
  send = await lenderClient(place.database)
})

async function personOf(document: string): Promise<string> {
  const [row] = await place.database.query<AnyRow>(
    'SELECT id FROM persons WHERE document_number = $1',
    [document],
  )
  return String(row?.id)
}

test('it has every table, both stores’ rows, and nothing of anybody else', async () => {
  const id = await personOf(ada.document_id)
  const { status, body } = await send('GET', `/lender/people/${id}/export`)
  assert.equal(status, 200, JSON.stringify(body).slice(0, 500))
  assert.deepEqual(
    body.tables.map(({ table }: Json) => table),
    held.map(({ table }) => table),
  )
  const countOf = (name: string) =>
    body.tables.find(({ table }: Json) => table === name).rows.length
  for (const [name, count] of Object.entries({ persons: 1, buyers: 2, orders: 2, documents: 4 })) {
    assert.equal(countOf(name), count, name)
  }
  const text = JSON.stringify(body)
  assert.ok(text.includes(ada.document_id))
  assert.ok(!text.includes(bob.document_id))
  assert.ok(!text.includes('"token"'))
  const [row] = await place.database.query<AnyRow>(
    `SELECT changes #>> '{sha256,new}' AS sha256, person_id FROM actions
     WHERE action = 'person.export'`,
    [],
  )
  const sha256 = createHash('sha256').update(text).digest('hex')
  assert.deepEqual(row, { sha256, person_id: id })
})

test('without the right to reveal nothing is exported; an unknown person is missing', async () => {
  const id = await personOf(ada.document_id)
  const reader = await lenderClient(place.database, { scopes: ['people:read'] })
  assert.equal((await reader('GET', `/lender/people/${id}/export`)).status, 403)
  for (const other of ['0'.repeat(32), 'x', '%00']) {
    const { status, body } = await send('GET', `/lender/people/${other}/export`)
    assert.deepEqual([status, body.error.code], [404, 'person_not_found'])
  }
})

test('the guide names every table, with why and for how long', () => {
  const page = new URL('../../../../../docs/guides/personal-data.md', import.meta.url)
  const guide = readFileSync(page, 'utf8')
  for (const { table, fields, why, retention, stays } of held) {
    const names = fields.map((field) => `\`${field}\``).join(', ')
    const then = stays === undefined ? 'erased' : `stays: ${stays}`
    const { text } = retentions[retention]
    assert.ok(guide.includes(`| \`${table}\` | ${names} | ${why} | ${text} | ${then} |`), table)
  }
})
