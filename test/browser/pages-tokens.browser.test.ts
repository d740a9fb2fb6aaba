// The signature renews the buyer's token, and the page goes on with it, whatever happens in
// between; what identifies the buyer is shown masked, and never sent so (decision 0070).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { clientOf, ownServer } from '../running-server.ts'
import { until } from '../shop.ts'
import { visitors } from './browser.ts'
import {
  action,
  choose,
  openAtSignature,
  openedCheckout,
  result,
  saveData,
  signatures,
  signNow,
  step,
} from './buyer.ts'

const { visit } = visitors()
const server = ownServer()
const client = clientOf(server)

/** Where the papers are, what was signed is read with the token that the signature brought. */
const agreement = (page: Page) => page.locator('[data-document="agreement"]')

const storedBy = (page: Page, id: string): Promise<Record<string, string>> =>
  page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? '{}'), `svc-checkout-${id}`)

describe('the token that a signature brings', () => {
  test('opens the papers, also after a reload and by the first address', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client)
    await signNow(page, opened)
    await result(page, 'success').waitFor()
    await agreement(page).waitFor()
    const { token, signing } = await storedBy(page, opened.id)
    assert.notEqual(token, new URL(opened.url).hash.slice(1))
    assert.equal(signing, undefined)
    for (const again of [
      () => page.reload(),
      () => page.goto(`${opened.url.replace('#', '?a#')}`),
    ]) {
      await again()
      await result(page, 'success').waitFor()
      await agreement(page).waitFor()
      assert.equal((await storedBy(page, opened.id)).token, token)
    }
  })

  for (const reloads of [false, true]) {
    const name = reloads ? 'and the page was reloaded' : 'and the page stayed'
    test(`is available again where its answer was lost ${name}`, async () => {
      const { page } = await visit()
      const opened = await openedCheckout(client)
      const keys = new Set<string | undefined>()
      let blocked = true
      await page.route(/\/accept$/, async (route) => {
        keys.add(route.request().headers()['idempotency-key'])
        const response = await route.fetch()
        if (blocked) await route.abort('connectionreset')
        else await route.fulfill({ response })
      })
      const lost = page.waitForEvent('requestfailed')
      await signNow(page, opened)
      await lost
      blocked = false
      if (reloads) await page.reload()
      await result(page, 'success').waitFor()
      await agreement(page).waitFor()
      assert.equal((await storedBy(page, opened.id)).signing, undefined)
      assert.deepEqual([keys.size, await signatures(client, opened)], [1, 1])
    })
  }

  test('is kept in the address where the browser stores nothing', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client)
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      if (window.parent === window) Object.defineProperty(window, 'sessionStorage', { get })
    })
    await page.goto(opened.url)
    await client('POST', `/sandbox/checkouts/${opened.id}/complete`, {})
    const { body } = await client('GET', `/checkout/${opened.id}`)
    await page.goto(body.checkout_url.replace('#', '?fresh#'))
    await agreement(page).waitFor()
    await page.reload()
    await agreement(page).waitFor()
  })

  test('is not there in another tab, which shows the result and no more', async () => {
    const [{ page }, { page: other }] = [await visit(), await visit()]
    const opened = await openedCheckout(client, {}, 'checked')
    await openAtSignature(other, opened)
    await signNow(page, opened)
    await action(page, 'pass').waitFor()
    await other.reload()
    await step(other, 'challenge').waitFor()
    assert.equal(await action(other, 'pass').isVisible(), false)
    await action(page, 'pass').click()
    await agreement(page).waitFor()
    await result(other, 'success').waitFor()
    assert.equal(await agreement(other).isVisible(), false)
  })
})

describe('data that identify the buyer', () => {
  const masked = ['••••••000', '••/••/1990', '•••••678Z']
  const always = {
    ...{ first_name: 'Ada', last_name: 'Prueba', email: 'ada@example.com' },
    ...{ product: 'instalments', num_instalments: 3 },
  }
  const valuesIn = (page: Page) =>
    Promise.all(
      ['phone', 'birthday', 'document_id'].map((name) => page.inputValue(`[name="${name}"]`)),
    )
  const sentBy = async (page: Page): Promise<Record<string, string>[]> => {
    const bodies: Record<string, string>[] = []
    await page.route(/\/buyer$/, async (route) => {
      bodies.push(route.request().postDataJSON())
      await route.continue()
    })
    return bodies
  }

  test('is shown masked, and stays as it is stored', async () => {
    const { page, faults } = await visit()
    const opened = await openedCheckout(client)
    const bodies = await sentBy(page)
    await page.goto(opened.url)
    await choose(page)
    await step(page, 'data').waitFor()
    assert.deepEqual(await valuesIn(page), masked)
    await saveData(page)
    await step(page, 'signature').waitFor()
    assert.deepEqual(bodies, [always])
    await action(page, 'back').click()
    assert.deepEqual(await valuesIn(page), masked)
    assert.deepEqual(faults, [])
  })

  test('is typed again to be changed', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client)
    const bodies = await sentBy(page)
    await page.goto(opened.url)
    await choose(page)
    const phone = page.locator('[name="phone"]')
    await phone.press('End')
    await phone.pressSequentially('600 111 222')
    const birthday = page.locator('[name="birthday"]')
    await birthday.press('End')
    await birthday.press('Backspace')
    assert.deepEqual(await valuesIn(page), ['600 111 222', '', '•••••678Z'])
    await action(page, 'save').click()
    await page.locator('[name="birthday"][aria-invalid="true"]').waitFor()
    await birthday.pressSequentially('17051991')
    await saveData(page)
    await step(page, 'signature').waitFor()
    assert.deepEqual(bodies, [{ ...always, phone: '600 111 222', birthday: '1991-05-17' }])
    await until(async () => {
      const { body } = await client('GET', `/checkout/${opened.id}`)
      const authorization = `Bearer ${new URL(body.checkout_url).hash.slice(1)}`
      const path = `${server.demo.base_url}/checkout/${opened.id}/progress`
      const progress = await (await fetch(path, { headers: { authorization } })).json()
      return progress.buyer.birthday === '1991-••-••'
    }, 'what was typed')
  })
})
