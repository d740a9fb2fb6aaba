import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNameServer } from '../../../../../test/fixtures/name-server.ts'
import { checkUrl, guardedLookup, inMode, parseAllowList } from './address-guard.ts'
import { outboundOf } from './outbound.ts'
import { postGuarded } from './post.ts'

function outbound(wanted: { demo: boolean; nameServers?: readonly string[] }, baseUrl: string) {
  const read = parseAllowList('loopback')
  assert.ok('allow' in read)
  return outboundOf({ nameServers: [], ...wanted, allow: read.allow }, () => baseUrl)
}

test('a service does not call itself, whatever its port', () => {
  const allow = outbound({ demo: false }, 'https://Pay.Example.com:8443/financing')
  for (const url of ['https://pay.example.com/financing', 'http://pay.example.com:8443/']) {
    assert.match(checkUrl(url, allow) ?? '', /this service itself/)
  }
  assert.equal(checkUrl('https://shop.example.com/', allow), undefined)
})

test('the inbox of a demo is reached under the name of the service', () => {
  const allow = outbound({ demo: true }, 'https://pay.example.com')
  assert.equal(checkUrl('https://pay.example.com/demo/notifications', allow), undefined)
})

test('loopback that is listed is reached also where the service has no other name', () => {
  for (const baseUrl of [
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
    '',
  ]) {
    const allow = outbound({ demo: false }, baseUrl)
    const sandbox = inMode(allow, { sandbox: true })
    assert.equal(checkUrl('http://127.0.0.1:8080/inbox', sandbox), undefined)
    assert.equal(checkUrl('http://localhost:8080/inbox', sandbox), undefined)
    assert.equal(checkUrl('http://[::1]:8080/inbox', sandbox), undefined)
  }
})

test('live mode sends by https only, the demo and the sandbox by http as well', async () => {
  const clear = 'http://127.0.0.1:61234/inbox'
  for (const demo of [true, false]) {
    for (const sandbox of [true, false]) {
      const allow = inMode(outbound({ demo }, 'https://pay.example.com'), { sandbox })
      assert.equal(checkUrl('HTTPS://shop.example/inbox', allow), undefined)
      const refused = !demo && !sandbox ? 'must be https in live mode' : undefined
      assert.equal(checkUrl(clear, allow), refused)
      // An address that was saved in the sandbox, or before a demo ended, is not sent to either.
      const result = await postGuarded({ url: clear, allow, headers: {}, body: '{}' })
      assert.ok('failure' in result)
      assert.equal(result.failure.includes('https'), refused !== undefined, result.failure)
    }
  }
  const inside = outbound({ demo: false }, 'https://pay.example.com')
  assert.match(checkUrl('http://10.0.0.1/', inside) ?? '', /not a public/, 'the guard comes first')
})

test('the name servers of the settings are used', async () => {
  const names = await openNameServer(() => ({ addresses: ['127.0.0.1'] }))
  const allow = outbound({ demo: false, nameServers: [names.address] }, '')
  const [address] = await guardedLookup('store.test', allow)
  assert.equal(address?.address, '127.0.0.1')
  names.close()
})
