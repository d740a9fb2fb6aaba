// The acts that the desk offers are those that the API allows the viewer: for each role, on objects
// in many states. A refused act says why, or who may.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { enActs } from '../../packages/desk/src/texts/acts-en.ts'
import { en } from '../../packages/desk/src/texts/en.ts'
import { enOwn } from '../../packages/desk/src/texts/own-en.ts'
import { advance, did, lendingStore, signedOrder } from '../lending.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  type Json,
  newMid,
  ownServer,
} from '../running-server.ts'
import { visitors } from './browser.ts'
import { openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const ROLES = ['support', 'collections', 'risk', 'finance', 'admin', 'auditor'] as const
const NO_FUNDS = '4000000000009995'
const ACCEPT = 'application/vnd.svc.sandbox.v1+json'
/** Of each role. */
const OBJECTS = 40
const server = ownServer()
let store: Client
/** Addresses behind the desk, of each kind of object. */
const objects: string[] = []
const orders: string[] = []

const signed = async (amount: number, more: object = {}) => {
  const wish = { product: 'instalments', num_instalments: 3, ...more }
  return (await signedOrder(store, amount, wish)).id
}
const done = async (amount: number, acts: readonly (readonly [string, number?])[]) => {
  const id = await signed(amount)
  for (const [act, part] of acts) {
    await did(store, `${id}/${act}`, part === undefined ? {} : { amount: part })
  }
  return id
}

/** What an order may have come to. */
const LIVES: readonly ((amount: number) => Promise<string>)[] = [
  (amount) => done(amount, [['captures', amount]]),
  (amount) => signed(amount),
  (amount) => done(amount, [['captures', 5_000]]),
  (amount) =>
    done(amount, [
      ['captures', amount],
      ['refund', 5_000],
    ]),
  (amount) =>
    done(amount, [
      ['captures', amount],
      ['refund', amount],
    ]),
  (amount) => done(amount, [['void', 5_000]]),
  (amount) =>
    done(amount, [
      ['captures', 5_000],
      ['void', 5_000],
      ['refund', 1_000],
    ]),
  (amount) => done(amount, [['cancel']]),
  async (amount) => (await store('POST', '/checkout', checkoutBody(newMid(), amount))).body.id,
]
/** A payout is made of what was captured by its day. */
const OF_A_DAY = 6

before(async () => {
  store = await lendingStore(server, server.demo, {
    instalments: { nominal_rate: 0, late_charge: 1_500 },
  })
  for (const amount of [30_000, 60_000]) {
    const id = await signed(amount, { card: NO_FUNDS })
    await did(store, `${id}/captures`, { amount })
    orders.push(id)
  }
  await advance(store, 'P1M6D')
  const daily = { interval: 'daily', weekday: null, day: null, hold_days: 30 }
  assert.equal((await store('PATCH', '/me', { payout_schedule: daily })).status, 200)
  while (orders.length < OBJECTS) {
    const life = LIVES[(orders.length - 2) % LIVES.length] ?? assert.fail()
    orders.push(await life(20_000 + orders.length * 100))
    if (orders.length % OF_A_DAY === 0) await advance(store, 'P2D')
  }
  await nameObjects()
})

async function nameObjects(): Promise<void> {
  const lender = clientOf(server, { key: server.demo.lender_key })
  const idsOf = async (path: string): Promise<string[]> => {
    const { status, body, text } = await lender('GET', path)
    assert.equal(status, 200, text)
    return body.results.map(({ id }: Json) => id)
  }
  for (const kind of ['payouts', 'people', 'stores']) {
    const ids = await idsOf(`/lender/${kind}?page_size=6`)
    assert.ok(ids.length > 0, kind)
    objects.push(...ids.map((id) => `/${kind}/${id}`))
  }
  const ofLoans = new Set(await idsOf('/lender/loans?page_size=100'))
  // One of each life, of both sides; then as many as are wanted.
  for (const id of orders) {
    objects.push(`/orders/${id}`, ...(ofLoans.has(id) ? [`/loans/${id}`] : []))
  }
  assert.ok(objects.length >= OBJECTS, `${objects.length} objects`)
  objects.splice(OBJECTS)
}

type Drawn = { readonly name: string; readonly isOn: boolean; readonly why: string }

/** As a link leads there: the page itself is not loaded again. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    document.querySelector('h1')?.setAttribute('data-before', '')
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/desk${path}?mode=sandbox`)
  await page.locator('h1:not([data-before])').waitFor()
  await settled(page)
}

/** The buttons of acts once it is known of each what may be: one that is off says why. */
async function drawnAt(page: Page, path: string): Promise<Drawn[]> {
  await goTo(page, path)
  const acts = page.locator('main .acts button[data-act]')
  await acts.first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main .acts button[data-act]')].every(
      (each) => each.ariaDisabled === 'false' || each.hasAttribute('aria-describedby'),
    ),
  )
  return acts.evaluateAll((all) =>
    all.map((each) => ({
      name: each.textContent?.trim() ?? '',
      isOn: each.ariaDisabled !== 'true',
      why: document.getElementById(each.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
    })),
  )
}

/** The service's answer to the person who is signed in; undefined: they may not read it. */
async function read(page: Page, path: string): Promise<Json | undefined> {
  const headers = { accept: ACCEPT, 'x-desk': '1', 'store-id': server.demo.store_id }
  const text = await page.evaluate(
    async ([of, sent]) => {
      const answer = await fetch(of, { headers: sent })
      return answer.ok ? answer.text() : ''
    },
    [path, headers] as const,
  )
  return text === '' ? undefined : JSON.parse(text)
}

type Said = { readonly allowed: boolean; readonly reason: string | null }

/** By the words of its button; an act without words of its own is no button here. */
const { names } = enActs.acts
const WORDS: Readonly<Record<string, string>> = {
  ...{ release: names.payout_release, hold: names.payout_hold },
  ...{ merge: names.person_merge, erase: names.person_erase },
  ...{ activate: enActs.store.acts.activate, suspend: enActs.store.acts.suspend },
  ...{ resume: enActs.store.acts.resume },
  ...{ payment: names.payment, early_repayment: names.early_repayment },
  ...{ withdrawal: names.withdrawal, credit_return: names.credit_return },
  ...{ write_off: names.write_off, write_off_undo: names.write_off_undo },
}

function saidOf(object: Json): ReadonlyMap<string, Said> {
  const allowed: Readonly<Record<string, Said>> = object.allowed_actions
  const said = new Map<string, Said>()
  for (const [action, name] of Object.entries(WORDS)) {
    const one = allowed[action]
    if (one !== undefined) said.set(name, one)
  }
  const { late_charge_waiver: late, interest_waiver: interest, erase } = allowed
  if (late !== undefined && interest !== undefined) {
    said.set(names.waiver, late.allowed || !interest.allowed ? late : interest)
  }
  // What keeps their data its panel says: the button opens it.
  if (erase?.reason === 'person_kept') said.set(names.person_erase, { ...erase, allowed: true })
  return said
}

const words: Readonly<Record<string, string>> = en.words

/** Who has the permission, as the desk calls them. */
async function holdersIn(page: Page): Promise<(why: string) => boolean> {
  const roles = await read(page, '/lender/roles')
  const lists = new Set<string>(
    roles.results.map(({ grants }: Json) =>
      grants
        .map(({ holder }: Json) => holder)
        .filter((holder: string) => !/^store_|_key$/.test(holder))
        .map((holder: string) => words[holder] ?? holder)
        .join(', '),
    ),
  )
  return (why) => [...lists].some((list) => list !== '' && why.includes(list))
}

for (const role of ROLES) {
  test(`${role} is offered the actions that the API allows`, async () => {
    const { page, faults } = await openedAs(server, visit, role)
    const namesHolders = await holdersIn(page)
    let [compared, seen] = [0, 0]
    for (const path of objects) {
      const object = await read(page, `/lender${path}`)
      if (object === undefined) continue
      seen++
      const drawn = new Map((await drawnAt(page, path)).map((each) => [each.name, each]))
      for (const [name, { allowed, reason }] of saidOf(object)) {
        const shown = drawn.get(name)
        // A screen shows no more than its own acts: the order of a loan leaves these to the loan.
        if (shown === undefined) continue
        compared++
        const what = `${role} ${path} ${name}: ${JSON.stringify(shown)} ${reason}`
        assert.equal(shown.isOn, allowed, what)
        assert.equal(shown.why !== '', !allowed, what)
        if (reason === 'permission_missing') assert.ok(namesHolders(shown.why), what)
      }
    }
    assert.ok(compared > seen, `${compared} acts of ${role} at ${seen} objects`)
    assert.ok(seen > OBJECTS - 12, `${role} may read ${seen} of ${OBJECTS}`)
    assert.deepEqual(faults, [])
  })
}

for (const role of ['store_owner', 'store_operator']) {
  test(`a ${role} is offered the actions that the API allows`, async () => {
    const { page, faults } = await openedAs(server, visit, role)
    for (const id of orders) {
      const { allowed_actions: allowed } = await read(page, `/orders/${id}`)
      const drawn = await drawnAt(page, `/orders/${id}`)
      assert.equal(drawn.length, Object.keys(enOwn.acts.names).length, id)
      for (const [action, name] of Object.entries(enOwn.acts.names)) {
        const shown = drawn.find((each) => each.name === name) ?? assert.fail(name)
        const what = `${role} ${id} ${action}: ${JSON.stringify([shown, allowed[action]])}`
        assert.equal(shown.isOn, allowed[action].allowed, what)
        assert.equal(shown.why !== '', !shown.isOn, what)
      }
    }
    assert.deepEqual(faults, [])
  })
}
