import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safetyHeaders } from './safety-headers.ts'

test('browsers are instructed to stay with https only under an https address', () => {
  const strictUnder = (url: string) =>
    safetyHeaders({ baseUrl: () => url })['strict-transport-security']
  assert.equal(strictUnder('https://pay.example.com'), 'max-age=31536000')
  assert.equal(strictUnder('http://pay.example.com'), undefined)
})
