// A store's own name, colour and logo: set by itself, shown to its buyers, served as an image only.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onePixel, pngHeader } from '../fixtures/logos.ts'
import { checkoutBody, clientOf, type Json, newMid, ownServer } from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)

async function branding(patch: object | null): Promise<Json> {
  const { status, body, text } = await client('PATCH', '/me', { branding: patch })
  assert.equal(status, 200, text)
  return body.branding
}

async function refusal(patch: object): Promise<Json> {
  const { status, body } = await client('PATCH', '/me', { branding: patch })
  assert.equal(status, 400)
  return body.error.fields
}

/** What the page of a new checkout is told of its store. */
async function shown(): Promise<Json> {
  const created = await client('POST', '/checkout', checkoutBody(newMid(), 12_050))
  const { id, checkout_url: url } = created.body
  const buyer = clientOf(server, { key: new URL(url).hash.slice(1) })
  const { status, body, text } = await buyer('GET', `/checkout/${id}/progress`)
  assert.equal(status, 200, text)
  return body.store
}

test('a store sets its name, colour and logo, and its buyers see them', async () => {
  const before = await shown()
  assert.deepEqual([before.color, before.text_color, before.logo], [null, null, null])
  const set = await branding({ name: 'Mirlo Bicis', color: '#FFD400', logo: onePixel })
  assert.deepEqual([set.name, set.color, set.text_color], ['Mirlo Bicis', '#ffd400', '#000000'])
  const after = await shown()
  assert.deepEqual(
    [after.name, after.color, after.text_color],
    ['Mirlo Bicis', '#ffd400', '#000000'],
  )
  assert.deepEqual([after.logo.width, after.logo.height], [1, 1])
  assert.equal(set.logo_url, server.demo.base_url + after.logo.path)
  const image = await fetch(set.logo_url)
  assert.equal(image.status, 200)
  assert.deepEqual(Buffer.from(await image.arrayBuffer()), Buffer.from(onePixel, 'base64'))
  const { headers } = image
  assert.equal(headers.get('content-type'), 'image/png')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.match(headers.get('cache-control') ?? '', /immutable/)
  // A whole answer can be sent back.
  const { body } = await client('GET', '/me')
  assert.deepEqual((await client('PATCH', '/me', { branding: body.branding })).status, 200)
  assert.deepEqual((await client('GET', '/me')).body, body)
})

test('another logo takes the place of the first; null takes each of them back', async () => {
  const first = await branding({ logo: onePixel })
  const other = pngHeader(300, 80).toString('base64')
  const second = await branding({ logo: other, color: '#0c5b46' })
  assert.equal(second.text_color, '#ffffff')
  assert.notEqual(second.logo_url, first.logo_url)
  assert.equal((await fetch(first.logo_url)).status, 404)
  assert.equal((await fetch(second.logo_url)).status, 200)
  const without = await branding({ logo: null })
  assert.deepEqual([without.logo_url, without.color], [null, '#0c5b46'])
  assert.equal((await fetch(second.logo_url)).status, 404)
  await branding({ logo: other })
  const none = { name: null, color: null, text_color: null, logo_url: null }
  assert.deepEqual(await branding(null), none)
  assert.equal((await fetch(second.logo_url)).status, 404)
})

test('harmful branding is refused, and nothing of it is stored', async () => {
  const svg = btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const logo of [
    svg,
    btoa('<!doctype html><script>alert(1)</script>'.repeat(2)),
    'https://x',
  ]) {
    assert.deepEqual(Object.keys(await refusal({ logo })), ['branding.logo'])
  }
  const huge = pngHeader(30_000, 30_000).toString('base64')
  assert.match((await refusal({ logo: huge }))['branding.logo'][0], /1024 pixels/)
  const large = Buffer.concat([pngHeader(9, 9), Buffer.alloc(65_536)]).toString('base64')
  assert.deepEqual(Object.keys(await refusal({ logo: large })), ['branding.logo'])
  for (const color of ['red', '#fff', '#12345g', '#0c5b46;background:url(//x)', 'var(--bad)']) {
    assert.deepEqual(Object.keys(await refusal({ color })), ['branding.color'], color)
  }
  for (const name of ['Mirlo\u202egro.knab', 'Mir\u200blo', 'a\nb', '   ', 'x'.repeat(61)]) {
    assert.deepEqual(Object.keys(await refusal({ name })), ['branding.name'], name)
  }
  assert.deepEqual(await refusal({ colour: '#0c5b46' }), {
    'branding.colour': ['is not known here: did you mean color?'],
  })
  const { body } = await client('GET', '/me')
  assert.deepEqual(body.branding, { name: null, color: null, text_color: null, logo_url: null })
})

test('a name that is not a logo’s is not found, whatever it looks like', async () => {
  for (const name of ['0'.repeat(32), 'x', '%00', '..%2f..%2fme', '0'.repeat(5_000)]) {
    const answer = await fetch(`${server.demo.base_url}/checkout/logos/${name}`)
    assert.ok([400, 404].includes(answer.status), `${name.slice(0, 40)}: ${answer.status}`)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  }
})

test('a key that may not change settings changes no look', async () => {
  const { body } = await client('POST', '/me/api-keys', {
    ...{ name: 'reads', kind: 'private', scopes: ['orders:read'] },
  })
  const reader = clientOf(server, { key: body.key })
  assert.equal((await reader('PATCH', '/me', { branding: { color: '#000000' } })).status, 403)
})
