// The checkout pages without a mouse, and with the focus where a screen reader needs it.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phone, type Site, visitors } from './browser.ts'
import { serveGallery } from './gallery/serve-gallery.ts'
import { said, show } from './gallery/show.ts'

const { visit } = visitors()
let gallery: Site
let page: Page
before(async () => {
  gallery = await serveGallery()
})
after(() => gallery.close())
beforeEach(async () => {
  page = (await visit({ viewport: phone })).page
  await page.goto(gallery.origin)
})

/** Presses Tab until the element has the focus; a keyboard has no other way to it. */
async function tabTo(selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const there = await page.evaluate((to) => document.activeElement?.matches(to), selector)
    if (there) return
  }
  assert.fail(`no way by keyboard to ${selector}`)
}

const focused = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName || '')

test('from the offers to the signature everything is done by keyboard', async () => {
  await show(page, 'offers')
  await tabTo('[data-offer="instalments-3"]')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await tabTo('[data-action="next"]')
  await page.keyboard.press('Enter')
  assert.equal(await focused(), 'title')
  const answers = ['Prueba', '600000000', '17051990', '12345678z']
  await tabTo('[name="first_name"]')
  for (const answer of answers) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(answer)
  }
  await page.keyboard.press('Enter')
  await page.locator('[data-step="signature"]').waitFor()
  assert.equal(await focused(), 'title')
  await tabTo('[data-document="pre_contract"]')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.ok(
    await page.locator('[data-document="pre_contract"]').evaluate((it) => it.matches(':focus')),
  )
  await page.locator('.card-frame.open').waitFor()
  await tabTo('iframe')
  await page.keyboard.press('Enter')
  await page.locator('[data-action="forget-card"]').waitFor()
  await page.evaluate(() => document.getElementById('title')?.focus())
  await tabTo('[name="consent"]')
  await page.keyboard.press('Space')
  await tabTo('[data-action="sign"]')
  await page.keyboard.press('Enter')
  await page.locator('[data-step="waiting"]').waitFor()
  assert.equal(await focused(), 'title')
  assert.deepEqual(await said(page), [
    ['choose', 'pay_in_4', 4],
    ['choose', 'pay_later', 1],
    [
      'save',
      {
        ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600000000' },
        ...{
          birthday: '1990-05-17',
          document_id: '12345678Z',
          email: '',
          income: '',
        },
      },
    ],
    ['document', 'pre_contract'],
    ['card', { token: 'card_2', brand: 'visa', last4: '1111' }],
    ['sign'],
  ])
})

test('errors are shown next to their fields, and the first of them has the focus', async () => {
  await show(page, 'data', { language: 'en' })
  await page.fill('[name="document_id"]', '12345678A')
  await page.click('[data-action="save"]')
  assert.equal(await focused(), 'last_name')
  const document = page.locator('[name="document_id"]')
  assert.equal(await document.getAttribute('aria-invalid'), 'true')
  const label = (await document.getAttribute('aria-describedby')) ?? ''
  const texts = await Promise.all(label.split(' ').map((id) => page.textContent(`#${id}`)))
  assert.match(texts.join(' '), /number and the letter do not match/)
  await page.fill('[name="document_id"]', '12345678Z')
  assert.equal(await document.getAttribute('aria-invalid'), 'false')
  assert.deepEqual(await said(page), [])
})

test('nothing is signed without card and consent, and the page shows what is missing', async () => {
  await show(page, 'signature')
  await page.click('[data-action="sign"]')
  await page.locator('#consent-fault').waitFor()
  await page.locator('.card-frame.open').waitFor()
  await page.check('[name="consent"]')
  await page.click('[data-action="sign"]')
  await page.locator('#card-fault').waitFor()
  await show(page, 'signature-card')
  await page.click('[data-action="sign"]')
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'consent')
  assert.deepEqual(await said(page), [])
})

test('a button that is at work does nothing more and keeps the focus', async () => {
  await show(page, 'signature-busy')
  const sign = page.locator('[data-action="sign"]')
  await page.check('[name="consent"]')
  await sign.focus()
  await page.keyboard.press('Enter')
  await sign.click({ force: true })
  await page.locator('[data-action="back"]').click({ force: true })
  assert.equal(await sign.getAttribute('aria-disabled'), 'true')
  assert.deepEqual(await said(page), [])
  assert.equal(await page.locator('[data-step="signature"]').count(), 1)
})

test('a test person fills in what is missing and continues', async () => {
  await show(page, 'data')
  await page.click('[data-person="checked"]')
  await page.locator('[data-step="signature"]').waitFor()
  const [saved] = (await said(page)) as [[string, { document_id: string; first_name: string }]]
  assert.equal(saved[1].document_id, '99999995C')
  assert.equal(saved[1].first_name, 'Ada')
})

test('input is still there after a step back', async () => {
  await show(page, 'data')
  await page.fill('[name="last_name"]', 'Prueba')
  await page.click('[data-action="back"]')
  await page.click('[data-action="next"]')
  assert.equal(await page.inputValue('[name="last_name"]'), 'Prueba')
})

test('the focus is never under the bar with the way on', async () => {
  for (const name of ['offers', 'data', 'signature-card'] as const) {
    await show(page, name)
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab')
      const hidden = await page.evaluate(() => {
        const element = document.activeElement
        if (element === null || element === document.body || element.closest('.way')) return false
        const way = document.querySelector('.way')?.getBoundingClientRect()
        const box = element.getBoundingClientRect()
        return way !== undefined && box.top + 8 > way.top && box.top < way.bottom
      })
      assert.ok(!hidden, `${name}, after ${presses + 1} presses`)
    }
  }
})

test('the language is changed in place, and the window is named in it', async () => {
  await show(page, 'data')
  assert.equal(await page.title(), 'Sus datos · Ciclos Alameda')
  await page.fill('[name="last_name"]', 'Prueba')
  await page.selectOption('[data-action="language"]', 'en')
  assert.equal(await page.title(), 'Your details · Ciclos Alameda')
  assert.equal(await page.inputValue('[name="last_name"]'), 'Prueba')
})
