import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveKey } from '../api-keys/key-format.ts'
import { changesOf } from './changes.ts'

test('differences are shown as they were and as they are; the rest is not shown', () => {
  const before = { name: 'A', list: [1, 2], same: { a: 1 }, gone: 5, at: null }
  const at = new Date('2026-11-22T12:00:00Z')
  const after = { name: 'B', list: [1, 3], same: { a: 1 }, added: null, at }
  assert.deepEqual(changesOf(before, after), {
    name: { old: 'A', new: 'B' },
    list: { old: [1, 2], new: [1, 3] },
    gone: { old: 5, new: null },
    at: { old: null, new: '2026-11-22T12:00:00.000Z' },
  })
  assert.deepEqual(changesOf(before, before), {})
})

test('a hidden field only shows that it changed', () => {
  const changes = changesOf(
    { phone: '1', name: 'A' },
    { phone: '2', name: 'A' },
    new Set(['phone']),
  )
  assert.deepEqual(changes, { phone: 'changed' })
})

test('no secret is shown, wherever it is', () => {
  const key = deriveKey('private', 'a secret', 'test')
  const whsec = `whsec_${'A'.repeat(43)}=`
  const urls = ['https://user:CANARY@shop.example/a', 'https://shop.example/a?token=CANARY#CANARY']
  const text = JSON.stringify(changesOf({}, { name: `mine is ${key}`, list: [{ whsec }], urls }))
  for (const secret of [key, whsec, 'CANARY']) assert.ok(!text.includes(secret), text)
  assert.match(text, /"https:\/\/shop.example\/a\?…"/)
  const turned = changesOf({ url: 'https://a.example/?a=1' }, { url: 'https://a.example/?a=2' })
  assert.deepEqual(turned, { url: 'changed' })
})
