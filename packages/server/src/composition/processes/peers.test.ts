import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Topic } from '../../platform/database/database.ts'
import { createPeers } from './peers.ts'
import type { Role } from './role.ts'

function begun(role: Role) {
  let elapsed = 0
  const sent: string[] = []
  const ears = new Map<Topic, (text: string) => void>()
  const peers = createPeers({ role, elapsedMs: () => elapsed })
  const begin = () =>
    peers.begin({
      publish: (topic, text) => void sent.push(`${topic} ${text}`),
      listen: (topic, listener) => void ears.set(topic, listener),
    })
  const pass = (ms: number) => {
    elapsed += ms
  }
  return { peers, sent, begin, pass, hear: (text: string) => ears.get('process_alive')?.(text) }
}

test('a process with the role api reports when no worker runs', () => {
  const { peers, begin, pass, hear } = begun('api')
  assert.equal(peers.workers(), 'waiting')
  begin()
  pass(10_000)
  assert.equal(peers.workers(), 'waiting')
  pass(1)
  assert.equal(peers.workers(), 'none')
  hear('api')
  assert.equal(peers.workers(), 'none')
  hear('worker')
  assert.equal(peers.workers(), 'ok')
  pass(10_001)
  assert.equal(peers.workers(), 'none')
  hear('all')
  assert.equal(peers.workers(), 'ok')
  peers.stop()
})

test('one that works needs no other', () => {
  for (const role of ['all', 'worker'] as const) {
    const { peers, begin, pass } = begun(role)
    begin()
    pass(60_000)
    assert.equal(peers.workers(), 'ok')
    peers.stop()
  }
})

test('nothing is reported while no process has sent a heartbeat lately', () => {
  const { peers, sent, begin, pass, hear } = begun('all')
  peers.publish('requests_taken', 'early')
  begin()
  peers.publish('requests_taken', 'to nobody')
  hear('')
  hear('something else')
  peers.publish('requests_taken', 'to nobody yet')
  hear('api')
  peers.publish('requests_taken', 'to one')
  pass(10_001)
  peers.publish('requests_taken', 'to nobody any more')
  assert.deepEqual(sent, ['process_alive all', 'requests_taken to one'])
  peers.stop()
})

test('it announces itself every two seconds', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { peers, sent, begin } = begun('worker')
  begin()
  t.mock.timers.tick(6_000)
  assert.deepEqual(sent, Array(4).fill('process_alive worker'))
  peers.stop()
  t.mock.timers.tick(6_000)
  assert.equal(sent.length, 4)
})
