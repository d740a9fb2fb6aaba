import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workOnEach } from './work-on-each.ts'

test('an item that fails is logged, and the others are done and counted', async () => {
  const logged: object[] = []
  const log = { error: (details: object, message: string) => logged.push({ ...details, message }) }
  const work = async (item: number) => {
    if (item === 2) throw new Error('broken')
    return item * 10
  }
  const about = (item: number) => ({ lane: 'lane', item })
  const sum = await workOnEach([1, 2, 3], work, { log, message: 'not done', about })
  assert.equal(sum, 40)
  assert.deepEqual(
    logged.map((each) => ({ ...each, stack: undefined })),
    [{ lane: 'lane', item: 2, message: 'not done', stack: undefined }],
  )
})
