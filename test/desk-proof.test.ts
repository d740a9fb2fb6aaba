// The proof of the desk names tests that there are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proofRows, unprovenRows } from './proof-page.ts'

const POINTS = 40

test('each row of the proof of the desk names a test that is in its file', () => {
  const rows = proofRows('desk-proof.md')
  assert.ok(rows.length >= POINTS + 20, `${rows.length} rows`)
  const points = rows.map(([point]) => Number(point)).filter((point) => point > 0)
  assert.deepEqual(
    points,
    Array.from({ length: POINTS }, (_, index) => index + 1),
  )
  assert.deepEqual(unprovenRows(rows, []), [])
})
