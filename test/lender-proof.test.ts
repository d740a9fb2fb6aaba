// The proof of the lender names tests that there are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proofRows, unprovenRows } from './proof-page.ts'

test('each row of the proof of the lender names a test that is in its file', () => {
  const rows = proofRows('lender-proof.md')
  assert.ok(rows.length > 75, `${rows.length} rows`)
  // Of a few points the proof is a command, a measurement, or a kind of tests.
  assert.deepEqual(unprovenRows(rows, ['54', '55', '56']), [])
})
