// The reference page, as a developer sees it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type RunningServer, startServer } from '../running-server.ts'
import { picture, visitors } from './browser.ts'

const { visit } = visitors()
let server: RunningServer
before(async () => {
  server = await startServer()
})
after(() => server.remove())

test('the reference page shows its operations and breaks no rule of its own', async () => {
  const { page, faults } = await visit()
  await page.goto(server.demo.docs_url)
  const operation = page.getByText('Whether the process lives').first()
  await operation.waitFor({ state: 'attached' })
  await picture(page, 'reference')
  assert.deepEqual(faults, [])
})
