// The lender's people at the desk: invited, given other roles, sent away; by two where two could.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { become, openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()

const staff = () => `${server.demo.base_url}/desk/staff`

async function invite(page: Page, name: string): Promise<void> {
  const form = page.getByRole('region', { name: 'Invite a person' })
  const send = form.locator('button[type=submit]')
  assert.equal(await send.getAttribute('aria-disabled'), 'true', 'they would have no role')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('E-mail').fill(`${name.toLowerCase()}@lender.example`)
  await form.getByLabel('support').check()
  await form.getByLabel('Explanation').fill('Begins on Monday')
  await send.click()
}

test('an administrator invites, changes roles and removes, seeing the effects', async () => {
  const { page, faults } = await openedAs(server, visit, 'admin')
  await page.goto(staff())
  await settled(page)
  await invite(page, 'Nadia')
  await page.getByText(/\/desk\/start#/).waitFor()
  await sound(page, 'desk-invited-en-light')
  await page.getByRole('button', { name: 'Change the role: Nadia' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the role: Nadia' })
  const send = dialog.locator('button[type=submit]')
  assert.equal(await send.getAttribute('aria-disabled'), 'true', 'nothing is changed')
  await dialog.getByLabel('finance').check()
  await dialog.locator('section', { hasText: 'Can also' }).getByText('payments:write').waitFor()
  assert.equal(await dialog.getByRole('heading', { name: 'Can no longer' }).count(), 0)
  await dialog.getByLabel('support').uncheck()
  await dialog.locator('section', { hasText: 'Can no longer' }).getByText('people:reveal').waitFor()
  await sound(page, 'desk-staff-roles-en-light', false)
  await dialog.getByLabel('Explanation').fill('Moves to the other team')
  await send.click()
  await dialog.waitFor({ state: 'detached' })
  const own = page.getByRole('row', { name: /admin@/ }).filter({ hasText: 'admin' })
  await own.locator('time').first().waitFor()
  const row = page.getByRole('row', { name: /Nadia/ })
  await row.getByText('finance').waitFor()
  await row.getByRole('button', { name: 'End their sessions: Nadia' }).waitFor()
  await row.getByRole('button', { name: 'Disable: Nadia' }).click()
  await row.getByRole('button', { name: /sure\?: Nadia$/ }).click()
  await row.locator('time').waitFor()
  assert.equal(await row.getByRole('button').count(), 0, 'nothing is left to be done')
  await become(page, 'auditor')
  await page.goto(staff())
  await page.getByText('Roles that can do this: admin.').first().waitFor()
  await page.getByRole('row', { name: /Nadia/ }).waitFor()
  assert.equal(await page.getByRole('row').getByRole('button').count(), 0)
  assert.deepEqual(faults, [])
})

test('where there are two, another one approves, and the maker gets the link', async () => {
  // Everybody who has used the demo is listed.
  const { page, faults } = await openedAs(server, visit, 'collections')
  await become(page, 'admin')
  await page.goto(staff())
  await settled(page)
  // A second administrator; both could sign in without the demo.
  await page.getByRole('button', { name: /^Change the role: Carlos/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('admin').check()
  await dialog.getByLabel('collections').uncheck()
  await dialog.getByLabel('Explanation').fill('Stands in')
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'detached' })
  await providedFor()
  await page.goto(server.demo.backoffice_url)
  await page.waitForURL(/\/desk$/)
  await become(page, 'admin')
  await page.goto(staff())
  await settled(page)
  await invite(page, 'Olga')
  await page.getByRole('link', { name: 'Open the approval' }).click()
  await page.waitForURL(/inbox\/[0-9a-f]{32}/)
  const address = page.url()
  await page.getByText('You made this request').waitFor()
  await become(page, 'collections')
  await page.goto(address)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('approved and done').first().waitFor()
  const secret = page.getByRole('button', { name: 'Show the answer, once' })
  assert.equal(await secret.count(), 0, 'it is for who has asked')
  await become(page, 'admin')
  await page.goto(address)
  await secret.click()
  await page.getByText(/\/desk\/start#/).waitFor()
  await page.reload()
  await secret.click()
  await page.getByText('approval_ended').waitFor()
  assert.deepEqual(faults, [])
})

/** As if all of them had been invited through a provider. */
async function providedFor(): Promise<void> {
  const { databaseUrl, folder } = server.place
  assert.equal(await server.stop(), 0)
  const database = await openDatabase({
    ...{ databaseUrl, folder: join(folder, 'database') },
    ...{ fraction: Math.random, print: () => {} },
  })
  await database.query(`UPDATE staff SET issuer = 'https://people.example', subject = id`, [])
  await database.close()
  await server.restart()
}
