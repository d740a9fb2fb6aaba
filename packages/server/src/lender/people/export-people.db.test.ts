// The file of people ends where a second person would have to approve it (lender.md §3).
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { readCsv } from '../../../../../test/fixtures/read-csv.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { TestService } from '../../../../../test/fixtures/test-service.ts'

const place = ownDatabase({ planted: true })
let send: TestService['send']

before(async () => {
  send = await lenderClient(place.database)
})

/** So many people more, who have signed nothing. */
const plant = (first: number, last: number, sandbox = true) =>
  place.database.query(
    `INSERT INTO persons
       (id, sandbox, document_country, document_type, document_number, created_at)
     SELECT md5(n || $3), $3::boolean, 'ES', 'nif', n::text, now()
     FROM generate_series($1::int, $2::int) n RETURNING 1`,
    [first, last, sandbox],
  )

const logged = async () =>
  (
    await place.database.query<{ rows: number }>(
      `SELECT (changes #>> '{rows,new}')::int AS rows FROM actions WHERE action = 'list.export'`,
      [],
    )
  ).map(({ rows }) => rows)

test('the file has 1,000 people, and one more is refused without a line in the log', async () => {
  await plant(1, 1_000)
  await plant(1, 5, false)
  const { status, body } = await send('GET', '/lender/people.csv')
  assert.equal(status, 200)
  const [columns = [], ...rows] = readCsv(body)
  const at = columns.indexOf('id')
  assert.equal(new Set(rows.map((row) => row[at])).size, 1_000)
  assert.deepEqual(await logged(), [1_000])

  await plant(1_001, 1_001)
  const { status: refused, body: answer } = await send('GET', '/lender/people.csv')
  assert.deepEqual([refused, answer.error.code], [400, 'query_invalid'])
  assert.deepEqual(answer.error.fields.rows, ['are 1001 by these filters, and a file holds 1000'])
  assert.deepEqual(await logged(), [1_000])

  const some = await send('GET', '/lender/people.csv?document_id-country=FR')
  assert.deepEqual([some.status, readCsv(some.body).length], [200, 1])
})
