// The engine with a kind of message whose receivers hang, fail and lose answers.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { createIds } from '../../platform/ids.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { parseAllowList } from '../../platform/network/address-guard.ts'
import { placeOf } from '../../platform/secrets/sealed-columns.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { serviceActing } from '../../tenancy/actions/service-acting.ts'
import type { Clocks } from '../../tenancy/caller/context.ts'
import { sendingOf } from './engine.ts'
import type { MessageKind } from './message-kind.ts'

const vault = createVault('a secret key of the tests')
const place = placeOf('webhook_endpoints.secret', 'store', 'endpoint')
const secret = { sealed: vault.seal('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', place), place }

/** Receivers of this name do not answer until they are let go. */
let letGo = Promise.withResolvers<void>()
const server = createServer(async (request, response) => {
  if (request.url === '/hangs') await letGo.promise
  response.writeHead(request.url === '/fails' ? 500 : 200).end('{}')
})
let base: string
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close().closeAllConnections())

type Note = { readonly id: string; readonly path: string }

/** Notes wait in memory; what comes of them is noted in the order in which it comes. */
function notes(due: Note[], more: Partial<MessageKind<Note>> = {}) {
  const settled: string[] = []
  const renewed: string[] = []
  const logged: Record<string, unknown>[] = []
  const take = (limit: number, path?: readonly string[]) => {
    const taken = due.filter((note) => path?.includes(note.path) !== true).slice(0, limit)
    for (const note of taken) due.splice(due.indexOf(note), 1)
    return taken
  }
  const kind: MessageKind<Note> = {
    name: 'notes',
    slots: { whole: 8, ofReceiver: 3, whenCrowded: 3 },
    receiverOf: ({ path }) => path,
    claim: async (_, slots) => {
      const claimed = take(Math.min(slots.free(), 1), slots.full())
      return { messages: claimed, more: false }
    },
    backlog: async () => ({ due: due.length, oldestAt: null }),
    claimOf: async () => take(4),
    renew: async (_, held) => void renewed.push(...held.map(({ id }) => id)),
    nextDue: async () => null,
    outgoing: async (_, { id, path }) => {
      if (path === '/broken') throw new Error('its text cannot be made')
      return { url: base + path, sandbox: true, id, body: '{}', headers: {}, secrets: [secret] }
    },
    settling:
      () =>
      async (note, { attempt }) => {
        if (note.path === '/unsettled') throw new Error('the database is away')
        settled.push(`${note.id} ${attempt.status}`)
      },
    about: ({ id }) => ({ note: id }),
    ...more,
  }
  const read = parseAllowList('loopback')
  assert.ok('allow' in read)
  const ids = createIds(systemClock)
  const log = {
    error: (details: object) => void logged.push(details as Record<string, unknown>),
    info: () => {},
  }
  // Neither is used by a kind whose messages are in memory.
  const database = {} as Database
  const clocks = { real: systemClock } as Clocks
  const metrics = createMetrics()
  const service = { database, clocks, ids, vault, allow: read.allow, metrics, log }
  const { lane, ofStore } = sendingOf(service, kind)
  const acting = serviceActing('test', systemClock)
  const writing = { writer: database, database, clock: systemClock, ids, acting }
  const ofOne = () => ofStore.carryOut(writing, { storeId: 'store', sandbox: true })
  return { lane: lane(), ofOne, settled, renewed, logged }
}

const many = (count: number, path: string) =>
  Array.from({ length: count }, (_, index) => ({ id: `${path}${index}`, path }))

async function until(is: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!is()) {
    assert.ok(Date.now() < deadline, 'it never happens')
    await pause(10)
  }
}

test('a hanging receiver keeps its slots, is renewed, and holds up no other', async () => {
  letGo = Promise.withResolvers()
  const due = [...many(5, '/hangs'), ...many(6, '/ok')]
  const { lane, settled, renewed } = notes(due)
  let rings = 0
  await until(() => {
    void lane.work(() => rings++)
    return settled.length === 6
  })
  assert.equal(due.length, 2, 'of five to the one that hangs three are under way')
  await until(() => renewed.length >= 3)
  assert.deepEqual([...new Set(renewed)].toSorted(), ['/hangs0', '/hangs1', '/hangs2'])
  assert.equal(rings, 12, 'each of six as it is answered, and as it is settled')
  letGo.resolve()
  await lane.finish?.()
  assert.equal(settled.length, 9)
  while ((await lane.work(() => {})) > 0);
  await lane.finish?.()
  assert.equal(settled.length, 11)
})

test('a failure to send or settle is logged, and frees its slot', async () => {
  const due = [...many(9, '/broken'), ...many(9, '/unsettled'), ...many(2, '/fails')]
  const { lane, settled, logged } = notes(due)
  await until(() => {
    void lane.work(() => {})
    return logged.length + settled.length === 20
  })
  assert.deepEqual(settled, ['/fails0 500', '/fails1 500'])
  assert.equal(logged.length, 18)
  const isNamed = (each: Record<string, unknown>) => each.lane === 'notes' && 'note' in each
  assert.ok(logged.every(isNamed))
})

test('everything due for one store is sent; a failure is reported after the rest', async () => {
  const due = [...many(1, '/broken'), ...many(3, '/ok')]
  const one = notes(due)
  await assert.rejects(one.ofOne(), /its text cannot be made/)
  assert.equal(one.settled.length, 3)
  const two = notes(many(9, '/ok'))
  await two.ofOne()
  assert.equal(two.settled.length, 9)
})

test('results recorded together wait for the slowest, others do not', async () => {
  for (const together of [true, undefined] as const) {
    letGo = Promise.withResolvers()
    const due = [...many(1, '/hangs'), ...many(2, '/ok')]
    const { ofOne, settled } = notes(due, together === true ? { together } : {})
    const done = ofOne()
    await (together === true ? pause(300) : until(() => settled.length === 2))
    assert.equal(settled.length, together === true ? 0 : 2)
    letGo.resolve()
    await done
    assert.equal(settled.length, 3)
  }
})
