// Only the words of the checkout page change anything, whoever else speaks and however often.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { type Site, site, visitors } from './browser.ts'
import { callsAtEnd, callsOf, openCheckout, puppetOf, say, stageOf } from './checkout-stage.ts'
import { until } from './store-page.ts'

const stage = stageOf(visitors())
const merchant = { success_url: '/thanks', ko_url: '/sorry', dismiss_url: '/back' }
const anything = "default-src * 'unsafe-inline'"
const ready = [['onReady']]

let evil: Site
before(async () => {
  evil = await site('evil.test', (_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Evil</title>')
  })
})
after(() => evil.close())

type Fuzz = { readonly nonce: string; readonly count: number; readonly isRight: boolean }

/** Posts messages that are nearly the right ones. With the right nonce each has another fault. */
function fuzz(frame: Frame, wanted: Fuzz): Promise<void> {
  return frame.evaluate(({ nonce, count, isRight }) => {
    let seed = 1
    const below = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % limit
    }
    const one = (...values: unknown[]) => values[below(values.length)]
    const nonces = [undefined, null, '', 0, nonce.toUpperCase(), `${nonce} `, [nonce], { nonce }]
    const faults = () => ({
      event: one('success', 'closed', 'Close', '', null, ['close'], { close: 1 }, 'constructor'),
      status: one('error', 'SUCCESS', 'dismiss', '__proto__', 1, true, ['ko'], null),
      result: one('closed', 'Success', '', 0, {}, ['success'], 'toString'),
    })
    const right = () => ({
      event: one('checkout-ready', 'status-change', 'close', 'get-checkout-data'),
      status: one('success', 'pending', 'ko'),
      result: one('success', 'pending', 'ko', 'error', 'dismiss'),
    })
    const message = (): unknown => {
      const said = isRight ? faults() : right()
      const sign = isRight ? nonce : one(...nonces.filter((each) => each !== nonce))
      const payload = { status: said.status ?? said.result, statusReason: '' }
      const own = { svc: 'checkout', ...said, nonce: sign }
      const other = { source: 'svc', event: said.event, payload, nonce: sign }
      return one(
        own,
        other,
        { ...own, ...other },
        [own],
        JSON.stringify(own),
        null,
        { own },
        below(9),
      )
    }
    const holder = parent === window ? window : (parent as Window)
    for (let times = 0; times < count; times++) holder.postMessage(message(), '*')
  }, wanted)
}

const nonceOf = (frame: Frame): string => new URL(frame.url()).searchParams.get('nonce') ?? ''

/** Everything that was posted before has arrived. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => data === 'settled' && resolve(0))
        postMessage('settled', '*')
      }),
  )
}

async function assertUntouched(page: Page): Promise<void> {
  await settled(page)
  assert.deepEqual(await callsOf(page), ready)
  assert.equal(page.url(), `${stage.shop()}/basket`)
  assert.equal(await page.getByRole('dialog').count(), 1)
}

describe('10,000 messages change nothing', () => {
  test('from the frame itself without the nonce, or malformed with it', async () => {
    const { page, faults } = await stage.visitShop()
    await openCheckout(page, stage.checkout({ merchant }))
    const frame = await puppetOf(page)
    const nonce = nonceOf(frame)
    assert.match(nonce, /^[\da-f]{32}$/)
    await fuzz(frame, { nonce, count: 5000, isRight: false })
    await fuzz(frame, { nonce, count: 5000, isRight: true })
    // It hears each of them before it can say that it was asked for this.
    await say(frame, { event: 'checkout-ready' })
    await assertUntouched(page)
    await say(frame, { event: 'close', result: 'success' })
    const end = [['onClose', 'success'], ['onSuccess']]
    assert.deepEqual(await callsAtEnd(page), [...ready, ...end])
    assert.deepEqual(faults, [])
  })
})

describe('the right words change nothing', () => {
  const words = [
    { event: 'status-change', status: 'success' },
    { event: 'close', result: 'success' },
  ]

  test('from another page of the same origin', async () => {
    const other = stage.checkout()
    const src = `${stage.api()}/?order=${other}&origin=${encodeURIComponent(stage.shop())}`
    const body = `<iframe id="other" src="${src}"></iframe>`
    const { page } = await stage.visitShop({ body, policy: anything })
    await openCheckout(page, stage.checkout({ merchant }))
    await page.locator('dialog.ready').waitFor()
    const [hostile, frame] = page.frames().slice(1)
    assert.ok(hostile && frame)
    const nonce = nonceOf(frame)
    assert.ok(nonce.length > 0 && hostile.url().includes(other))
    for (const said of words) {
      await hostile.evaluate(
        ([said, nonce]) =>
          (globalThis as unknown as { say(...values: unknown[]): void }).say(said, { nonce }),
        [said, nonce] as const,
      )
    }
    await assertUntouched(page)
  })

  test('from a page elsewhere to which the frame was led', async () => {
    const { page } = await stage.visitShop({ policy: anything })
    await openCheckout(page, stage.checkout({ merchant }))
    const frame = await puppetOf(page)
    const nonce = nonceOf(frame)
    await frame.goto(evil.origin)
    await frame.evaluate(
      ([words, nonce]) => {
        for (const said of words) {
          const payload = { status: 'success', statusReason: '' }
          parent.postMessage({ svc: 'checkout', ...said, nonce }, '*')
          parent.postMessage({ source: 'svc', ...said, payload, nonce }, '*')
        }
      },
      [words, nonce] as const,
    )
    await assertUntouched(page)
  })

  test('from a frame within the frame, and from the page itself', async () => {
    const { page } = await stage.visitShop({ policy: anything })
    await openCheckout(page, stage.checkout({ merchant }))
    const frame = await puppetOf(page)
    const nonce = nonceOf(frame)
    await frame.evaluate(
      (src) => {
        const inner = document.createElement('iframe')
        inner.src = src
        document.body.append(inner)
        return new Promise((resolve) => inner.addEventListener('load', resolve))
      },
      `${stage.api()}/?order=${stage.checkout({ frame: 'silent' })}`,
    )
    const [inner] = frame.childFrames()
    for (const each of [inner, page.mainFrame()]) {
      await each?.evaluate(
        ([words, nonce]) => {
          for (const said of words) {
            top?.postMessage({ svc: 'checkout', ...said, nonce }, '*')
          }
        },
        [words, nonce] as const,
      )
    }
    await assertUntouched(page)
  })
})

describe('the page in the frame', () => {
  test('may say everything twice, in one envelope or in both', async () => {
    const { page } = await stage.visitShop()
    for (const envelopes of [[0], [1], [0, 1], [1, 0, 1, 0]]) {
      await openCheckout(page, stage.checkout())
      const frame = await puppetOf(page)
      await frame.evaluate((envelopes) => {
        const { post } = globalThis as unknown as { post(data: unknown): void }
        const nonce = new URLSearchParams(location.search).get('nonce')
        const both = (event: string, status: string) => [
          { svc: 'checkout', event, status, result: status, nonce },
          { source: 'svc', event, payload: { status, statusReason: '' }, nonce },
        ]
        const said = [
          ['checkout-ready', ''],
          ['status-change', 'pending'],
          ['status-change', 'success'],
          ['close', 'success'],
        ] as const
        for (const [event, status] of said) {
          for (const envelope of envelopes) post(both(event, status)[envelope])
        }
      }, envelopes)
      assert.deepEqual(await callsAtEnd(page), [
        ['onReady'],
        ['onStatusChange', 'pending'],
        ['onStatusChange', 'success'],
        ['onClose', 'success'],
        ['onSuccess'],
      ])
    }
  })

  test('cannot take a final result back', async () => {
    const { page } = await stage.visitShop()
    for (const [result, callback] of [
      ['success', 'onSuccess'],
      ['ko', 'onKO'],
    ] as const) {
      await openCheckout(page, stage.checkout())
      const frame = await puppetOf(page)
      for (const status of [result, 'ko', 'pending', 'success', result]) {
        await say(frame, { event: 'status-change', status })
      }
      await say(frame, { event: 'close', result: 'dismiss' })
      assert.deepEqual(await callsAtEnd(page), [
        ['onReady'],
        ['onStatusChange', result],
        ['onClose', result],
        [callback],
      ])
    }
  })

  test('learns which checkout it shows, in both envelopes, and nobody else does', async () => {
    const { page } = await stage.visitShop()
    const id = stage.checkout({ merchant })
    await openCheckout(page, id)
    const frame = await puppetOf(page)
    await frame.evaluate(() => {
      const raw: unknown[] = []
      Object.assign(globalThis, { raw })
      addEventListener('message', ({ data, origin }) => raw.push({ ...data, origin }))
    })
    await say(frame, { event: 'get-checkout-data' })
    await frame.waitForFunction(() => (globalThis as unknown as { raw: unknown[] }).raw.length >= 2)
    const raw = await frame.evaluate(() => (globalThis as unknown as { raw: unknown[] }).raw)
    const config = { id, transaction: { merchant, order: {}, customer: {} } }
    const rest = { event: 'checkout-data', nonce: nonceOf(frame), origin: stage.shop() }
    assert.deepEqual(raw.slice(0, 2), [
      { svc: 'checkout', ...config, ...rest },
      { source: 'svc', payload: config, ...rest },
    ])
  })
})

describe('callbacks of a store', () => {
  test('that throw stop nothing and are reported', async () => {
    const { page, faults } = await stage.visitShop()
    await page.waitForFunction(() => 'checkout' in ((globalThis as { svc?: object }).svc ?? {}))
    await page.evaluate((id) => {
      const { svc } = globalThis as unknown as { svc: { checkout(...values: unknown[]): void } }
      const calls: unknown[] = []
      Object.assign(globalThis, { calls })
      const names = ['onReady', 'onStatusChange', 'onClose', 'onPending']
      const throwing = (name: string) => () => {
        calls.push([name])
        throw new Error(`of ${name}`)
      }
      svc.checkout(id, Object.fromEntries(names.map((name) => [name, throwing(name)])))
    }, stage.checkout({ merchant }))
    const frame = await puppetOf(page)
    await say(frame, { event: 'status-change', status: 'pending' })
    await say(frame, { event: 'close', result: 'pending' })
    const names = ['onReady', 'onStatusChange', 'onClose', 'onPending']
    assert.deepEqual(
      await callsAtEnd(page),
      names.map((name) => [name]),
    )
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    const reported = faults.map((text) => /of on\w+/.exec(text)?.[0])
    assert.deepEqual(
      reported,
      names.map((name) => `of ${name}`),
    )
    assert.equal(page.url(), `${stage.shop()}/basket`)
  })

  test('that cannot even be read are reported, and are as if they were absent', async () => {
    const { page, faults } = await stage.visitShop()
    await page.waitForFunction(() => 'checkout' in ((globalThis as { svc?: object }).svc ?? {}))
    await page.evaluate(
      (id) => {
        const { svc } = globalThis as unknown as { svc: { checkout(...values: unknown[]): void } }
        const get = (_target: object, name: string | symbol) => {
          throw new Error(`of ${String(name)}`)
        }
        svc.checkout(id, new Proxy({}, { get }))
      },
      stage.checkout({ merchant: { success_url: '#thanks' } }),
    )
    await say(await puppetOf(page), { event: 'close', result: 'success' })
    await page.waitForURL(`${stage.shop()}/basket#thanks`)
    await until(() => faults.length === 3)
    const reported = faults.map((text) => /of on\w+/.exec(text)?.[0])
    assert.deepEqual(reported, ['of onReady', 'of onClose', 'of onSuccess'])
  })

  test('that are not functions are as if they were absent', async () => {
    const { page, faults } = await stage.visitShop()
    await page.waitForFunction(() => 'checkout' in ((globalThis as { svc?: object }).svc ?? {}))
    const junk = [null, 7, 'onSuccess', [], { onReady: 1, onClose: null, onSuccess: 'yes' }]
    for (const callbacks of junk) {
      await page.evaluate(
        ([id, callbacks]) => {
          const { svc } = globalThis as unknown as { svc: { checkout(...values: unknown[]): void } }
          svc.checkout(id, callbacks)
        },
        [stage.checkout({ merchant: { success_url: '#thanks' } }), callbacks] as const,
      )
      await say(await puppetOf(page), { event: 'close', result: 'success' })
      await page.waitForURL(`${stage.shop()}/basket#thanks`)
      await page.evaluate(() => history.replaceState(null, '', '/basket'))
    }
    assert.deepEqual(faults, [])
  })
})
