import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toldAddressFault } from './told-address.ts'

const allow = { ranges: [], hosts: new Set<string>() }

test('live mode tells stores by https only, the demo and the sandbox by http as well', () => {
  const faultOf = (url: string, demo: boolean, sandbox: boolean) =>
    toldAddressFault(url, { allow, demo }, { sandbox })
  for (const url of ['https://shop.example/told', 'HTTPS://shop.example/told']) {
    for (const demo of [true, false]) {
      for (const sandbox of [true, false]) assert.equal(faultOf(url, demo, sandbox), undefined)
    }
  }
  const clear = 'http://shop.example/told'
  assert.equal(faultOf(clear, false, true), undefined)
  assert.equal(faultOf(clear, true, false), undefined)
  assert.equal(faultOf(clear, false, false), 'must be https in live mode')
  assert.notEqual(faultOf('http://127.0.0.1/told', true, true), undefined, 'the guard comes first')
})
