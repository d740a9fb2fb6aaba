// Documents: shown before the signature, archived with it, read by the store and by the buyer.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { buyerOf } from '../buyers.ts'
import { readXml } from '../fixtures/read-xml.ts'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  newMid,
  ownServer,
  type Reply,
  reaches,
  wire,
} from '../running-server.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const EVIL = '</style><script>alert(1)</script>"\u202e'
const server = ownServer()
const client = clientOf(server)
const live = clientOf(server, { accept: 'application/json' })
let stranger: Client

before(() => {
  stranger = clientOf(server, { key: server.demo.other_store.private_key })
})

type Checkout = { readonly id: string; readonly token: string; readonly buyer: Client }

async function opened(more: Record<string, unknown> = {}, amount = 45_000): Promise<Checkout> {
  const created = await client('POST', '/checkout', checkoutBody(newMid(), amount, more))
  assert.equal(created.status, 201, created.text)
  const { id, checkout_url: url } = created.body
  const token = new URL(url).hash.slice(1)
  return { id, token, buyer: buyerOf(server, client, id) }
}

const complete = (id: string, body: unknown = {}) =>
  client('POST', `/sandbox/checkouts/${id}/complete`, body)
const ofBuyer = ({ id, buyer }: Checkout, document: string) =>
  buyer('GET', `/checkout/${id}/documents/${document}`)
const codeOf = ({ status, body }: Reply) => [status, body?.error?.code]

function checkPage({ status, headers, text }: Reply, language: string): void {
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(headers.get('content-language'), language)
  const hash = createHash('sha256').update(text).digest()
  assert.equal(headers.get('etag'), `"${hash.toString('hex')}"`)
  assert.equal(headers.get('repr-digest'), `sha-256=:${hash.toString('base64')}:`)
  const policy = headers.get('content-security-policy') ?? ''
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ''
  const styled = createHash('sha256').update(style).digest('base64')
  assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${styled}';`), policy)
  assert.match(policy, /form-action 'none'; frame-ancestors 'self'$/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(headers.get('vary') ?? '', /^Accept(, Accept-Language)?$/)
  assert.ok(text.startsWith(`<!doctype html>\n<html lang="${language}">`))
}

describe('before the signature', () => {
  test('the buyer reads the information of the offer that they look at', async () => {
    const checkout = await opened()
    const standard = await ofBuyer(checkout, 'pre_contract.html')
    checkPage(standard, 'es')
    assert.match(standard.text, /3 cuotas mensuales/)
    const chosen = 'pre_contract.html?product=instalments&num_instalments=12&language=en'
    const english = await ofBuyer(checkout, chosen)
    checkPage(english, 'en')
    assert.match(english.text, /12 monthly instalments/)
    const later = await ofBuyer(checkout, 'pre_contract.html?product=pay_later&language=en')
    assert.match(later.text, /One instalment of €450\.00/)
  })

  test('an agreement is a draft, and there is nothing to withdraw from', async () => {
    const checkout = await opened()
    const draft = await ofBuyer(checkout, 'agreement.html?language=en')
    checkPage(draft, 'en')
    assert.match(draft.text, /Draft: nothing has been signed/)
    assert.match(draft.text, /Test environment/)
    for (const name of ['withdrawal_form.html', 'statement.html']) {
      assert.deepEqual(codeOf(await ofBuyer(checkout, name)), [404, 'document_not_found'])
    }
  })

  test('nothing is archived, and the store has no document', async () => {
    const { id } = await opened()
    const { body } = await client('GET', `/orders/${id}/documents`)
    assert.deepEqual(body, { results: [] })
    const missing = await client('GET', `/orders/${id}/documents/pre_contract.html`)
    assert.deepEqual(codeOf(missing), [404, 'document_not_found'])
    assert.deepEqual(missing.body.error.fields, { document__id: 'pre_contract.html' })
  })

  test('the language is that of the customer, then that of the store', async () => {
    const english = await opened({ customer: { email: 'a@example.com', language: 'en-GB' } })
    checkPage(await ofBuyer(english, 'pre_contract.html'), 'en')
    const french = await opened({ customer: { email: 'a@example.com', language: 'fr-FR' } })
    checkPage(await ofBuyer(french, 'pre_contract.html'), 'es')
  })

  const refused: readonly (readonly [query: string, ...names: string[]])[] = [
    ['language=fr', 'language'],
    ['language=', 'language'],
    ['language=es&language=en', 'language'],
    ['product=loan&num_instalments=0', 'num_instalments', 'product'],
    ['num_instalments=61', 'num_instalments'],
    ['num_instalments=3.0', 'num_instalments'],
    ['num_instalments=3&num_instalments=6', 'num_instalments'],
    ['num_instalments=5', 'num_instalments'],
    ['product=pay_in_4&num_instalments=3', 'num_instalments'],
    ['format=pdf&__proto__=x&language=xx', '__proto__', 'format', 'language'],
  ]
  for (const [query, ...names] of refused) {
    test(`a document with ${query} is refused: ${names.join(' and ')}`, async () => {
      const checkout = await opened()
      const { status, body } = await ofBuyer(checkout, `pre_contract.html?${query}`)
      assert.deepEqual([status, body.error.code], [400, 'query_invalid'])
      assert.deepEqual(Object.keys(body.error.fields).sort(), names)
    })
  }

  test('a product that is not offered for the amount is refused', async () => {
    const checkout = await opened({}, 500_000)
    const { status, body } = await ofBuyer(checkout, 'agreement.html?product=pay_later')
    assert.deepEqual([status, Object.keys(body.error.fields)], [400, ['product']])
  })
})

describe('with the signature', () => {
  let signed: Checkout
  before(async () => {
    signed = await opened({
      customer: { email: 'ada@example.com', language: 'en' },
      order: {
        ...checkoutBody(newMid(), 45_000).order,
        articles: [{ id: '1', name: EVIL, quantity: 2, price: 22_500 }],
      },
    })
    assert.equal((await complete(signed.id, { num_instalments: 12 })).status, 200)
    await reaches(client, signed.id, '')
  })

  test('information and agreement are archived, and listed with their hashes', async () => {
    const { body } = await client('GET', `/orders/${signed.id}/documents`)
    const kinds = body.results.map(({ kind, language }: Json) => `${kind} ${language}`)
    const signedKinds = ['pre_contract en', 'agreement en']
    assert.deepEqual(kinds, [...signedKinds, 'statement en', 'withdrawal_form en'])
    for (const { kind, sha256, created, url } of body.results) {
      const path = url.slice(server.demo.base_url.length)
      assert.equal(path, `/orders/${signed.id}/documents/${kind}.html`)
      const page = await client('GET', path)
      checkPage(page, 'en')
      if (signedKinds.includes(`${kind} en`)) {
        assert.equal(page.headers.get('etag'), `"${sha256}"`)
      } else assert.deepEqual([sha256, created], [null, null])
    }
  })

  test('buyer and store read the same, byte by byte, whatever the store becomes', async () => {
    const path = `/orders/${signed.id}/documents/agreement.html`
    const { text } = await client('GET', path)
    assert.match(text, /Electronically, in the checkout/)
    assert.match(text, /12 monthly instalments of €39\.98/)
    assert.match(text, /12345678Z/)
    assert.match(text, /Crédito Demo grants Ada Prueba a credit/)
    assert.equal((await ofBuyer(signed, 'agreement.html')).text, text)
    const { name, lender } = (await client('GET', '/me')).body
    assert.ok(text.includes(name))
    assert.equal((await client('PATCH', '/me', { name: 'Another name', lender: null })).status, 200)
    assert.equal((await client('GET', path)).text, text)
    assert.equal((await client('PATCH', '/me', { name, lender })).status, 200)
    const edit = { order: { total_amount: 30_000 } }
    assert.equal((await client('PATCH', `/orders/${signed.id}`, edit)).status, 204)
    assert.equal((await client('GET', path)).text, text)
  })

  test('a statement shows what is owed, for the store and for the buyer', async () => {
    const { text } = await client('GET', `/orders/${signed.id}/documents/statement.html`)
    assert.match(text, /<dt>Total owed<\/dt><dd>€300\.00<\/dd>/)
    const buyers = await ofBuyer(signed, 'statement.html?language=es')
    checkPage(buyers, 'es')
    assert.match(buyers.text, /Devolución de la tienda o cancelación: deuda reducida/)
    assert.match(buyers.text, /150,00/)
  })

  test('payments by hand are in the statement', async () => {
    const { id } = await confirmedOrder(client, 45_000)
    assert.equal((await client('POST', `/orders/${id}/captures`, { amount: 45_000 })).status, 200)
    const paid = await client('POST', `/orders/${id}/loan/payments`, { amount: 5_000 })
    assert.equal(paid.status, 200, paid.text)
    const { text } = await client('GET', `/orders/${id}/documents/statement.html?language=en`)
    assert.match(text, /<td>Payment received<\/td><td class="number">50\.00<\/td>/)
    assert.match(text, /<dt>Paid to date<\/dt><dd>€50\.00<\/dd>/)
  })

  test('a signature records in which language the documents were read', async () => {
    const checkout = await opened({ customer: { email: 'a@example.com', language: 'es' } })
    const path = `/checkout/${checkout.id}`
    const person = {
      ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600000000' },
      ...{ birthday: '1990-01-01', document_id: '12345678Z' },
    }
    assert.equal((await checkout.buyer('PUT', `${path}/buyer`, person)).status, 204)
    const wish = { product: 'instalments', num_instalments: 3 }
    const wrong = await checkout.buyer('POST', `${path}/accept`, { ...wish, language: 'fr' })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.error.fields)], [400, ['language']])
    const shown = await ofBuyer(checkout, 'pre_contract.html?language=en')
    const accepted = await checkout.buyer('POST', `${path}/accept`, { ...wish, language: 'en' })
    assert.equal(accepted.status, 200, accepted.text)
    const stored = await ofBuyer(checkout, 'pre_contract.html')
    checkPage(stored, 'en')
    const figures = (page: string) => /<dl class="figures">.*?<\/dl>/.exec(page)?.[0]
    assert.equal(figures(stored.text), figures(shown.text))
  })

  test('a document signed in one language does not exist in another', async () => {
    for (const kind of ['agreement', 'pre_contract']) {
      const other = await client('GET', `/orders/${signed.id}/documents/${kind}.html?language=es`)
      assert.deepEqual(codeOf(other), [404, 'document_not_found'])
      checkPage(await ofBuyer(signed, `${kind}.html?language=en`), 'en')
      assert.equal((await ofBuyer(signed, `${kind}.html?language=es`)).status, 404)
    }
    checkPage(await ofBuyer(signed, 'withdrawal_form.html?language=es'), 'es')
  })

  test('a name that looks like markup is a name', async () => {
    for (const kind of ['agreement', 'pre_contract']) {
      const { text } = await client('GET', `/orders/${signed.id}/documents/${kind}.html`)
      assert.doesNotMatch(text, /<script|\u202e/)
      assert.match(text, /2 × &lt;\/style&gt;&lt;script&gt;alert\(1\)/)
    }
  })

  test('the agreement is there after the order was cancelled, the form is not', async () => {
    const { id } = await confirmedOrder(client, 45_000)
    assert.equal((await client('POST', `/orders/${id}/cancel`)).status, 204)
    const { body } = await client('GET', `/orders/${id}/documents`)
    assert.deepEqual(
      body.results.map(({ kind }: Json) => kind),
      ['pre_contract', 'agreement', 'statement'],
    )
    checkPage(await client('GET', `/orders/${id}/documents/agreement.html`), 'es')
    const form = await client('GET', `/orders/${id}/documents/withdrawal_form.html`)
    assert.equal(form.status, 404)
  })

  test('a refused buyer has signed nothing', async () => {
    const checkout = await opened()
    assert.equal((await complete(checkout.id, { document_id: '99999998T' })).status, 200)
    assert.deepEqual((await client('GET', `/orders/${checkout.id}/documents`)).body.results, [])
    assert.equal((await ofBuyer(checkout, 'agreement.html')).status, 404)
    assert.equal((await ofBuyer(checkout, 'pre_contract.html')).status, 404)
  })

  test('a buyer in the identity check has signed', async () => {
    const checkout = await opened()
    const person = { document_id: '99999995C', challenge: 'leave' }
    assert.equal((await complete(checkout.id, person)).status, 200)
    checkPage(await ofBuyer(checkout, 'agreement.html'), 'es')
    checkPage(await ofBuyer(checkout, 'withdrawal_form.html'), 'es')
  })

  test('a signature that is sent again is one signature', async () => {
    const { id } = await opened()
    const key = { 'idempotency-key': newMid() }
    const path = `/sandbox/checkouts/${id}/complete`
    const answers = await Promise.all([1, 2, 3, 4].map(() => client('POST', path, {}, key)))
    assert.ok(answers.some(({ status }) => status === 200))
    const { results } = (await client('GET', `/orders/${id}/documents`)).body
    assert.equal(results.filter(({ sha256 }: Json) => sha256 !== null).length, 2)
  })

  test('the auditor finds every document as it was signed', async () => {
    assert.deepEqual((await auditOf(server)).findings, [])
  })
})

describe('access to documents', () => {
  let order = { id: '', mid: '' }
  before(async () => {
    order = await confirmedOrder(client, 45_000)
  })

  test("an order goes by the store's own name, too", async () => {
    const { body } = await client('GET', `/orders/${order.mid}/documents`)
    assert.equal(body.results.length, 4)
    assert.ok(body.results[0].url.includes(order.id))
    checkPage(await client('GET', `/orders/${order.mid}/documents/agreement.html`), 'es')
  })

  test('the answer is the same for another store, another mode and no order', async () => {
    const none = '0'.repeat(32)
    for (const suffix of ['', '/agreement.html', '/withdrawal_form.html']) {
      const path = (id: string) => `/orders/${id}/documents${suffix}`
      for (const reply of [
        await stranger('GET', path(order.id)),
        await live('GET', path(order.id)),
        await client('GET', path(none)),
      ]) {
        assert.deepEqual(codeOf(reply), [404, 'order_not_found'])
      }
    }
  })

  test('an unknown kind is no document', async () => {
    for (const name of ['agreement', 'agreement.pdf', 'Agreement.html', 'x.html', '__proto__']) {
      const reply = await client('GET', `/orders/${order.id}/documents/${name}`)
      assert.deepEqual(codeOf(reply), [404, 'document_not_found'])
      assert.deepEqual(reply.body.error.fields, { document__id: name })
    }
    const deeper = await client('GET', `/orders/${order.id}/documents/agreement.html/x`)
    assert.equal(deeper.status, 404)
  })

  test('the public key reads none, a key without the scope neither', async () => {
    const publicClient = clientOf(server, { key: server.demo.public_key })
    const made = { name: 'Narrow', kind: 'private', scopes: ['events:read'] }
    const { key } = (await client('POST', '/me/api-keys', made)).body
    const narrow = clientOf(server, { key })
    for (const path of ['/documents', '/documents/agreement.html']) {
      const whole = `/orders/${order.id}${path}`
      assert.deepEqual(codeOf(await publicClient('GET', whole)), [403, 'key_public'])
      assert.deepEqual(codeOf(await narrow('GET', whole)), [403, 'scope_missing'])
    }
  })

  test('a buyer reads their own only, whatever they ask for', async () => {
    const [mine, other] = [await opened(), await opened()]
    const crossed = await mine.buyer('GET', `/checkout/${other.id}/documents/agreement.html`)
    assert.deepEqual(codeOf(crossed), [401, 'token_invalid'])
    const path = `/checkout/${mine.id}/documents/agreement.html`
    assert.equal((await client('GET', path)).status, 401)
    assert.equal((await clientOf(server, { key: '' })('GET', path)).status, 401)
  })

  test('the path selects HTML, Accept the mode and the format of errors', async () => {
    const path = `/orders/${order.id}/documents/agreement.html`
    const xml = { accept: 'application/vnd.svc.sandbox.v1+xml' }
    checkPage(await client('GET', path, undefined, xml), 'es')
    const refused = await client('GET', `${path}?language=xx`, undefined, xml)
    assert.deepEqual([refused.status, readXml(refused.text).root], [400, 'error'])
    const html = await client('GET', path, undefined, { accept: 'text/html' })
    assert.deepEqual(codeOf(html), [406, 'accept_unsupported'])
    const browser = { accept: `text/html,*/*;q=0.8,${SANDBOX};q=0.9` }
    checkPage(await client('GET', path, undefined, browser), 'es')
  })

  test('HEAD answers the same headers, and nothing is written there', async () => {
    const path = `/orders/${order.id}/documents/agreement.html`
    const { headers } = await client('GET', path)
    const authorization = `Bearer ${server.demo.private_key}`
    const sent = { authorization, accept: SANDBOX }
    const head = await wire(server, { method: 'HEAD', path, headers: sent })
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.equal(head.headers.etag, headers.get('etag'))
    assert.deepEqual(codeOf(await client('DELETE', path)), [405, 'method_not_allowed'])
  })
})
