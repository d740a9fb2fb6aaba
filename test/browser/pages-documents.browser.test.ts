// What was signed can be kept: the file is the archived document byte for byte, and prints well.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { clientOf, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { openAtSignature, openedCheckout, result, signNow } from './buyer.ts'

const { visit } = visitors()
const server = ownServer()
const client = clientOf(server)

const KINDS = ['pre_contract', 'agreement'] as const

test('the files are the archived documents, byte for byte, and print well', async () => {
  const { page, faults } = await visit({ acceptDownloads: true })
  const opened = await openedCheckout(client)
  await signNow(page, opened)
  await result(page, 'success').waitFor()
  const name = `svc-checkout-${opened.id}`
  const { token } = await page.evaluate((key) => JSON.parse(sessionStorage[key]), name)
  for (const kind of KINDS) {
    const archived = await fetch(
      `${new URL(opened.url).origin}/checkout/${opened.id}/documents/${kind}.html`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    const bytes = Buffer.from(await archived.arrayBuffer())
    await page.click(`[data-document="${kind}"]`)
    const sheet = page.locator('dialog iframe')
    await sheet.contentFrame().locator('h1').waitFor()
    const coming = page.waitForEvent('download')
    await page.click('[data-action="download"]')
    const file = await coming
    assert.match(file.suggestedFilename(), /\.html$/)
    assert.ok((await readFile(await file.path())).equals(bytes), kind)

    // What is printed is the document, not the page around it.
    await sheet.evaluate((frame: HTMLIFrameElement) => {
      Object.assign(frame.contentWindow ?? {}, {
        print: () => document.documentElement.setAttribute('data-printed', frame.title),
      })
    })
    await page.click('[data-action="print"]')
    const title = await sheet.getAttribute('title')
    assert.equal(await page.getAttribute('html', 'data-printed'), title)
    await page.keyboard.press('Escape')

    // The file alone, without script, network or service.
    const { page: alone } = await visit({ javaScriptEnabled: false, offline: true })
    await alone.setContent(bytes.toString('utf8'))
    await alone.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const look = await alone.locator('body').evaluate((body) => {
      const { maxWidth, backgroundColor, color } = getComputedStyle(body)
      const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth
      return { maxWidth, backgroundColor, color, wide }
    })
    assert.equal(look.maxWidth, 'none')
    assert.equal(look.wide, false, 'nothing is cut at the edge of the paper')
    assert.ok((await alone.pdf({ format: 'A4' })).length > 10_000)
  }
  assert.deepEqual(faults, [])
})

test('before the signature the draft is saved in the same way', async () => {
  const { page } = await visit({ acceptDownloads: true })
  const opened = await openedCheckout(client)
  await openAtSignature(page, opened)
  await page.click('[data-document="agreement"]')
  const coming = page.waitForEvent('download')
  await page.click('[data-action="download"]')
  const text = await readFile(await (await coming).path(), 'utf8')
  assert.match(text, /^<!doctype html>/i)
  const shown = await page.locator('dialog iframe').contentFrame().locator('h1').textContent()
  assert.ok(shown !== null && text.includes(shown))
})
