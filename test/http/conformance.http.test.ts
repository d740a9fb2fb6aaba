// The conformance kit: against our service, our receivers and a shop that behaves as plugins do,
// and against logs of what went wrong before one checkout per name counted (contract §12.1).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Outcome, table } from '../../tools/conformance/checks.ts'
import { type Entry, lateMessages } from '../../tools/conformance/log.ts'
import { readOptions } from '../../tools/conformance/options.ts'
import { runConformance } from '../../tools/conformance/run.ts'
import { createPluginShop } from '../plugin-shop.ts'
import { findPhp, startReceiver } from '../receivers.ts'
import { ownServer } from '../running-server.ts'
import { openShop } from '../shop.ts'

const TOKEN = 'sk_test_a shared & secret+token'
const TWO_MINUTES = { timeout: 120_000 }
const server = ownServer()

async function kit(...given: string[]): Promise<Outcome[]> {
  const options = readOptions(given)
  assert.ok(typeof options !== 'string', String(options))
  return runConformance(options)
}

const faults = (outcomes: readonly Outcome[]) => outcomes.filter(({ fault }) => fault !== undefined)

test('the service understands a shop that behaves as plugins do', TWO_MINUTES, async () => {
  const { base_url: url, private_key: key } = server.demo
  const outcomes = await kit('--url', url, '--key', key)
  assert.deepEqual(faults(outcomes), [])
  assert.match(table(outcomes), /\n15 ok, 0 not$/)
})

/** Compares the token as plugins do, and answers 403 without it. */
function pluginEndpoint(isChecked = true) {
  const shop = createPluginShop()
  const opened = openShop(({ body, headers, target }) => {
    const sent = new URL(target, 'http://shop.example').searchParams.get('access_token')
    const known = sent === TOKEN || headers.authorization === `Bearer ${TOKEN}`
    if (isChecked && !known) return { status: 403, text: '{"error":"forbidden"}' }
    return { text: JSON.stringify({ status: shop.hear(body) }) }
  })
  return { shop, opened }
}

const ORDERS = ['--paid', '1001', '--refused', '1002', '--amount', '40000'] as const

test('a shop that behaves as plugins do understands the service', async () => {
  const { shop, opened } = pluginEndpoint()
  for (const mid of ['1001', '1002']) shop.pay(mid)
  const { url, close } = await opened
  assert.deepEqual(faults(await kit('--shop', url, '--token', TOKEN, ...ORDERS)), [])
  close()
  assert.equal(shop.orders.get('1001')?.state, 'paid')
  assert.equal(shop.orders.get('1002')?.state, 'cancelled')
})

test('a shop that trusts everybody, or answers unreadably, is detected', async () => {
  const { shop, opened } = pluginEndpoint(false)
  for (const mid of ['1001', '1002']) shop.pay(mid)
  const open = await opened
  const believed = faults(await kit('--shop', open.url, '--token', TOKEN, ...ORDERS))
  open.close()
  assert.deepEqual(
    believed.map(({ name }) => name),
    [
      'a wrong token or signature is not believed',
      'a message without any token or signature is not believed',
    ],
  )
  const mute = await openShop(() => ({ text: 'thank you' }))
  assert.equal(faults(await kit('--shop', mute.url, '--token', TOKEN, ...ORDERS)).length, 4)
  mute.close()
})

const php = findPhp()
if (!php) process.stderr.write('There is no PHP here: its receiver is not tried.\n')

for (const name of ['typescript', 'php'] as const) {
  const skip = name === 'php' && !php ? 'there is no PHP here' : false
  test(`the ${name} receiver of the guide understands the service`, {
    ...TWO_MINUTES,
    skip,
  }, async () => {
    const receiver = await startReceiver(name, server.place.folder)
    try {
      const insert = `INSERT INTO orders (checkout_id, mid, total_amount, currency)
        VALUES (?, ?, 40000, 'EUR')`
      const ids = ['a'.repeat(32), 'b'.repeat(32)]
      receiver.database.prepare(insert).run(ids[0] ?? '', '1001')
      receiver.database.prepare(insert).run(ids[1] ?? '', '1002')
      const orders = ['--paid', `1001:${ids[0]}`, '--refused', `1002:${ids[1]}`]
      const secret = server.demo.notification_secret
      assert.deepEqual(faults(await kit('--shop', receiver.url, '--secret', secret, ...orders)), [])
    } finally {
      receiver.stop()
    }
  })
}

for (const name of ['late-ko', 'replaced-ko']) {
  test(`reports a fault of ${name}: it cancels an order that is paid`, () => {
    const file = join(import.meta.dirname, `../conformance-logs/${name}.json`)
    const log: Entry[] = JSON.parse(readFileSync(file, 'utf8'))
    assert.deepEqual(lateMessages(log), [log.at(-1)])
    const shop = createPluginShop()
    for (const entry of log) {
      if (entry.what === 'created') shop.pay(entry.mid)
      else shop.hear(entry)
    }
    assert.deepEqual(
      [...shop.orders.values()].map(({ state }) => state),
      ['cancelled'],
    )
    const without = log.filter((entry) => !lateMessages(log).includes(entry))
    assert.deepEqual(lateMessages(without), [])
  })
}

test('wrong arguments are reported in a sentence', () => {
  for (const given of [
    [],
    ['--url', 'http://a.example'],
    ['--url', 'ftp://a.example', '--key', 'sk_x'],
    ['--url', 'http://a.example', '--shop', 'http://b.example', '--key', 'sk_x'],
    ['--shop', 'http://b.example', '--token', 'x', '--paid', '1'],
    ['--shop', 'http://b.example', '--paid', '1', '--refused', '2'],
    ['--shop', 'http://b.example', '--token', 'x', ...ORDERS, '--amount', '1.50'],
    ['--nonsense'],
  ]) {
    assert.equal(typeof readOptions(given), 'string', given.join(' '))
  }
})
