// How the script starts (contract §10): its parameters, its queue, and what harms nobody.
import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Settings } from '@svc/sdk'
import type { Page } from 'playwright-core'
import { clientOf, type RunningServer, startServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { layoutShift, type StorePages, type StoreVisit, storePages, until } from './store-page.ts'

const { visit } = visitors()
let server: RunningServer
let store: StorePages
let key: string
before(async () => {
  server = await startServer()
  key = server.demo.public_key
  const module = new URL(import.meta.resolve('@svc/sdk'))
  store = await storePages(server, visit, {
    modules: { 'index.js': readFileSync(module, 'utf8') },
  })
})
after(async () => {
  store.close()
  await server.remove()
})

const BUTTON =
  '<button id="pay" data-svc-button data-amount="12050" data-currency="EUR">Pay</button>'
const LOADED = '<script async defer src="SRC?public-key=KEY&amp;sandbox=true"></script>'
const state = (page: Page, wanted: string) =>
  page.locator(`#pay[data-svc-state="${wanted}"]`).waitFor({ state: 'attached' })
const tagged = (tag: string) => ({ body: BUTTON, tag: tag.replaceAll('KEY', key) })
/** What the page's own script has noted. */
const noted = (page: Page) => page.evaluate(() => (window as never as { noted: unknown }).noted)

/** With which key and in which mode the page asks. */
async function requestAs({ page, requests }: StoreVisit): Promise<string> {
  await page.waitForSelector('[data-svc-state=allowed]')
  const request = requests.find((each) => each.url().includes('/checkout/button'))
  const { accept = '', authorization } = (await request?.allHeaders()) ?? {}
  const mode = /^application\/vnd\.svc(\.sandbox)?\.v1\+json$/.exec(accept)
  assert.ok(mode, accept)
  // A header would cost a preflight.
  assert.equal(authorization, undefined)
  assert.equal(new URL(request?.url() ?? '').searchParams.get('public-key'), key)
  return mode[1] === undefined ? 'live' : 'sandbox'
}

for (const [name, tag, mode] of [
  ['public-key and sandbox in the address', LOADED, 'sandbox'],
  [
    'public_key in the address',
    '<script src="SRC?public_key=KEY&amp;sandbox=1"></script>',
    'sandbox',
  ],
  ['sandbox=false', LOADED.replace('true', 'false'), 'live'],
  ['sandbox=0', LOADED.replace('true', '0'), 'live'],
  ['no sandbox at all', '<script async src="SRC?public-key=KEY"></script>', 'live'],
  ['an empty sandbox in the address', LOADED.replace('true', ''), 'live'],
  ['attributes', '<script defer src="SRC" data-svc="KEY" data-sandbox></script>', 'sandbox'],
  [
    'data-sandbox="false"',
    '<script src="SRC" data-svc="KEY" data-sandbox="false"></script>',
    'live',
  ],
  [
    'a list in the attribute',
    '<script defer src="SRC" data-svc="public_key: KEY, sandbox: true"></script>',
    'sandbox',
  ],
  [
    'a list with quotes, without a mode',
    `<script defer src="SRC" data-svc="{'public-key':'KEY'}"></script>`,
    'live',
  ],
  [
    'a list without a mode, which stands beside it',
    '<script defer src="SRC" data-svc="public_key:KEY" data-sandbox></script>',
    'sandbox',
  ],
  ['type="module"', LOADED.replace('async defer', 'type="module" crossorigin'), 'sandbox'],
] as const) {
  test(`the script takes key and mode by ${name}`, async () => {
    const shown = await store.show(tagged(tag))
    assert.equal(await requestAs(shown), mode)
    assert.deepEqual(shown.said, [])
    assert.deepEqual(shown.faults, [])
  })
}

test('an invalid mode is live mode, and is reported', async () => {
  const shown = await store.show(tagged(LOADED.replace('true', 'maybe')))
  assert.equal(await requestAs(shown), 'live')
  assert.match(shown.said.join(), /^warning: \[svc\] sandbox is true or false, not "maybe"/)
})

test('the queue is emptied in order, before and after, whatever a function does', async () => {
  const { page, faults } = await store.show({
    script: `window.noted = []
      const note = (name) => (svc) =>
        noted.push(name + ' ' + typeof svc.button + typeof svc.checkout)
      const early = window.svc = window.svc || []
      early.push((svc) => { noted.push('first'); window.svc.push(note('nested')) })
      early.push(() => { throw new Error('of the page') }, 'nonsense', note('last'))
      addEventListener('load', () => { early.push(note('kept')); window.svc.push(note('later')) })`,
  })
  await page.waitForFunction(() => (window as never as { noted: unknown[] }).noted.length === 5)
  const functions = 'functionfunction'
  assert.deepEqual(await noted(page), [
    'first',
    `last ${functions}`,
    `nested ${functions}`,
    `kept ${functions}`,
    `later ${functions}`,
  ])
  assert.equal(faults.length, 1)
  assert.match(faults[0] ?? '', /of the page/)
})

const AMD = `window.modules = {}
  window.define = (...given) => {
    const name = typeof given[0] === 'string' ? given.shift() : 'anonymous'
    modules[name] = given.pop()
  }
  define.amd = {}`

test('an AMD loader gets the script as a module, and passes the key by init', async () => {
  for (const given of [
    "{ public_key: 'KEY', sandbox: true }",
    "{ publicKey: 'KEY', sandbox: 'true' }",
  ]) {
    const init = `addEventListener('load', () => modules.anonymous().init(${given}))`
    const shown = await store.show({
      ...tagged('<script src="SRC" data-requiremodule="svc"></script>'),
      script: `${AMD}\n${init.replace('KEY', key)}`,
    })
    assert.equal(await requestAs(shown), 'sandbox')
    assert.deepEqual(shown.said, [])
  }
})

test('with an AMD loader present, a script tag only defines a module with a name', async () => {
  const shown = await store.show({ ...tagged(LOADED), script: AMD })
  assert.equal(await requestAs(shown), 'sandbox')
  const names = await shown.page.evaluate(() =>
    Object.keys((window as never as { modules: object }).modules),
  )
  assert.deepEqual(names, ['svc'])
})

test('the package is imported without effect and started by createSdk', async () => {
  const { cdn } = store
  const apiUrl = `${server.demo.base_url}/`
  const settings: Settings = { brand: 'svc', apiUrl, publicKey: key, sandbox: true }
  const imported = `import('${cdn.origin}/index.js').then(({ createSdk }) => {
    window.noted = document.querySelector('#pay').getAttribute('data-svc-state')
    createSdk(${JSON.stringify(settings)})
    createSdk(${JSON.stringify(settings)})
  })`
  const script = `addEventListener('DOMContentLoaded', () => ${imported})`
  const shown = await store.show({ body: BUTTON, tag: '', script })
  assert.equal(await requestAs(shown), 'sandbox')
  assert.equal(await noted(shown.page), null)
  assert.equal(shown.questions.length, 1)
  assert.deepEqual(shown.said, [])
})

test('on a server the package is imported and started without harm', async () => {
  const { createSdk } = await import('@svc/sdk')
  const sdk = createSdk({ brand: 'svc', apiUrl: 'https://pay.example', publicKey: 'pk_1' })
  sdk.button({ amount: 12050, currency: 'EUR' })
  sdk.checkout('0'.repeat(32), {})
  sdk.widget('.price')
})

test('loaded twice the first key and mode count, and everything is done once', async () => {
  const same = await store.show(tagged(LOADED + LOADED.replace('SRC', 'SRC')))
  assert.equal(await requestAs(same), 'sandbox')
  assert.equal(same.questions.length, 1)
  assert.deepEqual(same.said, [])
  const ordered = LOADED.replace('async defer', 'defer')
  const other = await store.show(tagged(ordered + ordered.replace('sandbox=true', 'sandbox=false')))
  assert.equal(await requestAs(other), 'sandbox')
  await until(() => other.said.length > 0)
  assert.match(other.said.join(), /^warning: \[svc\] started twice: the first key and mode count/)
  assert.equal(other.questions.length, 1)
})

test('without a key one sentence explains how to set it, and no marked element works', async () => {
  const { page, said, faults, questions } = await store.show({
    body: `${BUTTON}<i data-svc-payment-info>3 x</i><p id="other">Other</p>`,
    query: 'sandbox=true',
    script: `window.svc = [(svc) => {
      svc.button({ selector: '#other', amount: 12050, currency: 'EUR' })
      svc.checkout('0'.repeat(32), { onError: () => { window.noted = 'an error' } }) }]`,
  })
  await page.waitForFunction(() => 'noted' in window)
  assert.equal(await noted(page), 'an error')
  assert.equal(said.filter((line) => line.includes('public key')).length, 1)
  assert.match(said[0] ?? '', /^error: \[svc\] no public key: .*svc\.js\?public-key=/)
  await page.locator('body').evaluate(
    (body, html) => {
      body.append(document.createRange().createContextualFragment(html))
    },
    BUTTON.replace('"pay"', '"late"'),
  )
  for (const selector of ['#pay', 'i', '#other', '#late']) {
    await page.locator(`${selector}[data-svc-state=failed]`).waitFor({ state: 'attached' })
    assert.equal(await page.locator(selector).isVisible(), false, selector)
  }
  assert.equal(await page.locator('#pay').isDisabled(), true)
  assert.deepEqual(questions, [])
  assert.deepEqual(faults, [])
  await page.evaluate((publicKey) => {
    const { svc } = window as never as { svc: { init(given: object): void } }
    svc.init({ publicKey, sandbox: true })
  }, key)
  for (const selector of ['#pay', 'i', '#other', '#late']) {
    await page.locator(`${selector}[data-svc-state=allowed]`).waitFor()
  }
  assert.equal(questions.length, 1)
})

test('a script that does not load leaves hidden what the style of the guide hides', async () => {
  const guide = readFileSync(new URL('../../examples/pages/product.css', import.meta.url), 'utf8')
  const [rule = ''] = /^\[data-svc-button\][^}]+}/.exec(guide) ?? []
  const { page } = await store.show({
    body: `${BUTTON}<i data-svc-payment-info>3 x</i><p>Below</p>`,
    tag: '<script async defer src="SRC.missing?public-key=KEY"></script>',
    script: `const sheet = new CSSStyleSheet()
      sheet.replaceSync(${JSON.stringify(rule)})
      document.adoptedStyleSheets = [sheet]`,
  })
  await page.waitForLoadState('load')
  for (const selector of ['#pay', 'i']) {
    assert.equal(await page.locator(selector).isVisible(), false, selector)
  }
  assert.equal(await page.locator('p').isVisible(), true)
})

test('a key that comes by the queue is early enough', async () => {
  const shown = await store.show({
    body: BUTTON,
    query: '',
    script: `window.svc = [(svc) => svc.init({ publicKey: ' ${key} ', sandbox: true })]`,
  })
  assert.equal(await requestAs(shown), 'sandbox')
  assert.deepEqual(shown.said, [])
})

test('the page’s own value under the name of the script stays', async () => {
  const foreign = await store.show({ ...tagged(LOADED), script: 'window.svc = { mine: true }' })
  assert.equal(await requestAs(foreign), 'sandbox')
  assert.equal(
    await foreign.page.evaluate(() => JSON.stringify(window['svc' as never])),
    '{"mine":true}',
  )
  assert.match(foreign.said.join(), /^warning: \[svc\] window\.svc is something else/)
  const element = await store.show({ ...tagged(LOADED), body: `<p id="svc"></p>${BUTTON}` })
  assert.equal(await requestAs(element), 'sandbox')
  const push = () => typeof (window as never as { svc: { push: unknown } }).svc.push
  assert.equal(await element.page.evaluate(push), 'function')
  assert.deepEqual(element.said, [])
})

test('a page without a button requests nothing, and no page stores anything', async () => {
  const idle = await store.show({ body: '<p>A page about shoes</p>' })
  await idle.page.waitForFunction(() => 'svc' in window)
  const busy = await store.show({ body: BUTTON })
  await state(busy.page, 'allowed')
  for (const { page, requests, faults } of [idle, busy]) {
    const origins = new Set(requests.map((each) => new URL(each.url()).origin))
    for (const origin of [store.shop.origin, store.cdn.origin]) origins.delete(origin)
    assert.deepEqual([...origins], page === idle.page ? [] : [server.demo.base_url])
    const storage = await page.evaluate(async () => [
      document.cookie,
      localStorage.length,
      sessionStorage.length,
      (await indexedDB.databases()).length,
    ])
    assert.deepEqual(storage, ['', 0, 0, 0])
    assert.deepEqual(await page.context().cookies(), [])
    assert.ok((await layoutShift(page)) <= 0.01)
    assert.deepEqual(faults, [])
  }
})

test('a wrong or revoked key is reported once, and nothing is requested again', async () => {
  const client = clientOf(server)
  const named = { name: `page ${randomUUID()}`, kind: 'public' }
  const { body: made } = await client('POST', '/me/api-keys', named)
  const revoked = await client('DELETE', `/me/api-keys/${made.id}`)
  assert.equal(revoked.status, 200, revoked.text)
  for (const wrong of ['pk_nonsense', made.key]) {
    const { page, said, questions, faults } = await store.show({
      body: BUTTON,
      query: `public-key=${wrong}&sandbox=true`,
    })
    await state(page, 'failed')
    const more = BUTTON.replace('12050', '5').replace('id="pay"', 'id="more"')
    await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), more)
    await page.waitForSelector('#more[data-svc-state=failed]', { state: 'attached' })
    await until(() => said.some((line) => line.startsWith('error: [svc]')))
    assert.equal(said.filter((line) => line.includes('[svc]')).length, 1, said.join('\n'))
    assert.equal(questions.length, 1)
    assert.deepEqual(faults, [])
  }
})

test('a policy that allows the script allows its part for checkouts', async () => {
  const tag = LOADED.replace('async defer', 'nonce="c2hvcA" defer')
  const { page, faults, requests } = await store.show({
    ...tagged(tag),
    sources: "'nonce-c2hvcA'",
    script: `window.svc = [(svc) => svc.checkout('nowhere', { onError: () => (noted = true) })]`,
  })
  await page.waitForFunction(() => 'noted' in window)
  const parts = requests.filter((each) => each.url().endsWith('/svc-checkout.js'))
  assert.deepEqual(
    parts.map((each) => each.url()),
    [`${store.cdn.origin}/svc-checkout.js`],
  )
  assert.deepEqual(faults, [])
})

test('a copy that is pinned, or is a module, loads its part from the same folder', async () => {
  const source = `${server.demo.base_url}/svc.js`
  const digest = createHash('sha384').update(await (await fetch(source)).text())
  const pinned = LOADED.replace(
    'async defer',
    `integrity="sha384-${digest.digest('base64')}" crossorigin`,
  )
  const module = LOADED.replace('async defer', 'type="module" crossorigin')
  for (const tag of [pinned, module]) {
    const { page, faults, requests } = await store.show({
      ...tagged(tag),
      script: `window.svc = [(svc) => svc.checkout('nowhere', { onError: () => (noted = true) })]`,
    })
    await page.waitForFunction(() => 'noted' in window)
    const parts = requests.filter((each) => each.url().endsWith('/svc-checkout.js'))
    assert.deepEqual(
      parts.map((each) => each.url()),
      [`${store.cdn.origin}/svc-checkout.js`],
    )
    // So it may come to a page that is isolated from all that does not say yes.
    assert.equal((await parts[0]?.allHeaders())?.origin, store.shop.origin)
    assert.deepEqual(faults, [])
  }
})

test('a service of another brand has a script of another name', async () => {
  const other = await startServer({ BRAND: 'acme' })
  const pages = await storePages(other, visit, { brand: 'acme' })
  try {
    const body = BUTTON.replace('data-svc', 'data-acme')
    const { page, requests } = await pages.show({ body })
    await page.waitForSelector('[data-acme-state=allowed]')
    const request = requests.find((each) => each.url().includes('/checkout/button'))
    assert.equal(request?.headers().accept, 'application/vnd.acme.sandbox.v1+json')
    assert.equal(await page.evaluate(() => 'acme' in window && !('svc' in window)), true)
  } finally {
    pages.close()
    await other.remove()
  }
})
