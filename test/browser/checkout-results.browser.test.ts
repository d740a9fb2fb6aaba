// Each result of a checkout, with and without callbacks (contract §10).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { visitors } from './browser.ts'
import {
  callbackNames,
  callsAtEnd,
  openCheckout,
  puppetOf,
  say,
  stageOf,
} from './checkout-stage.ts'

const stage = stageOf(visitors())

const merchant = {
  success_url: '/thanks',
  pending_url: '/patience',
  ko_url: '/sorry',
  error_url: '/broken',
  dismiss_url: '/back',
}

/** The last callback of each result, and where the page goes without it. */
const results = [
  { result: 'success', callback: 'onSuccess', url: '/thanks', without: '/back' },
  { result: 'pending', callback: 'onPending', url: '/patience', without: '/back' },
  { result: 'ko', callback: 'onKO', url: '/sorry', without: '/back' },
  { result: 'error', callback: 'onError', url: '/broken', without: '/back' },
  { result: 'dismiss', callback: 'onDismiss', url: '/back', without: '/' },
] as const

describe('a checkout is closed', () => {
  for (const { result, callback, url, without } of results) {
    const isStatus = result !== 'error' && result !== 'dismiss'
    const reported = isStatus ? [['onStatusChange', result]] : []

    test(`with ${result}: every callback in order, and the page stays`, async () => {
      const { page, faults } = await stage.visitShop()
      await openCheckout(page, stage.checkout({ merchant }))
      const frame = await puppetOf(page)
      if (isStatus) await say(frame, { event: 'status-change', status: result })
      await say(frame, { event: 'close', result })
      const calls = await callsAtEnd(page)
      assert.deepEqual(calls, [['onReady'], ...reported, ['onClose', result], [callback]])
      assert.equal(page.url(), `${stage.shop()}/basket`)
      assert.deepEqual(faults, [])
    })

    test(`with ${result} and no callback for it: the page goes to its address`, async () => {
      const others = callbackNames.filter((name) => name !== callback)
      const own = `${result}_url`
      const { page, faults } = await stage.visitShop()
      for (const [addresses, to] of [
        [merchant, url],
        [{ ...merchant, [own]: undefined }, without],
        [{ ...merchant, [own]: 'javascript:document.title="run"' }, without],
        [{ ...merchant, [own]: 'data:text/html,run' }, without],
      ] as const) {
        await page.goto(`${stage.shop()}/basket`)
        await openCheckout(page, stage.checkout({ merchant: addresses }), others)
        await say(await puppetOf(page), { event: 'close', result })
        await page.waitForURL(stage.shop() + to)
        assert.equal(await page.title(), 'Shop')
      }
      assert.deepEqual(faults, [])
    })
  }
})
