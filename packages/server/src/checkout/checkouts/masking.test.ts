import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderDetails } from '../../kernel/details/details.ts'
import { type Identity, maskedIdentity, storedIdentity } from './masking.ts'
import { decideBuyer } from './rules.ts'

const nothing = { phone: null, birthday: null, document_id: null }
const names = { first_name: 'Ada', last_name: 'Prueba' }
const whole = { phone: '600123456', birthday: '1990-05-17', document_id: '12345678Z' }

test('enough is shown to recognise it, and no more', () => {
  const rows: readonly (readonly [Identity, object])[] = [
    [{ phone: '600123456' }, { phone: '••••••456' }],
    [{ phone: '+34 600123456' }, { phone: '••••••••••456' }],
    [{ phone: '123456' }, { phone: '••••••' }],
    [{ birthday: '1990-05-17' }, { birthday: '1990-••-••' }],
    [{ document_id: 'X1234567L' }, { document_id: '•••••567L' }],
    [{ document_id: '1' }, { document_id: '•' }],
    [{}, {}],
  ]
  for (const [identity, shown] of rows) {
    assert.deepEqual(maskedIdentity(identity), { ...nothing, ...shown })
  }
})

const detailsOf = (customer: object, buyer: object | null = null) =>
  ({ customer: { email: 'ada@example.com', ...customer }, buyer }) as unknown as OrderDetails

test('the buyer’s saved data count, else the store’s where they are valid', () => {
  const { document_id: number, ...others } = whole
  const sent = { ...others, document_id: { number } }
  assert.deepEqual(storedIdentity(detailsOf(sent)), whole)
  const saved = { ...whole, phone: '600999999' }
  assert.deepEqual(storedIdentity(detailsOf(sent, { ...names, ...saved })), saved)
  for (const phone of ['', 'n/a', '600', '1'.repeat(16), 'call me: 600123456']) {
    assert.deepEqual(storedIdentity(detailsOf({ phone })), {}, phone)
  }
  for (const text of [undefined, '', '12345678A', 'P-99']) {
    assert.deepEqual(storedIdentity(detailsOf({ document_id: { number: text } })), {}, text)
  }
})

test('omitted values stay, new ones count, and a mask is neither', () => {
  const fieldsOf = (given: object, stored?: Identity) => {
    const { refused, ...decision } = decideBuyer(given, stored)
    if (refused === undefined) return 'plan' in decision ? decision.plan : undefined
    return Object.keys(('detail' in decision ? decision.detail?.fields : undefined) ?? {})
  }
  assert.deepEqual(fieldsOf(names, whole), { ...names, ...whole })
  const anew = { ...names, document_id: 'x1234567l' }
  assert.deepEqual(fieldsOf(anew, whole), { ...names, ...whole, document_id: 'X1234567L' })
  assert.deepEqual(fieldsOf({ ...names, ...whole }), { ...names, ...whole })
  assert.deepEqual(fieldsOf({}), [...Object.keys(names), ...Object.keys(whole)])
  assert.deepEqual(fieldsOf({ ...names, phone: '600123456' }), ['birthday', 'document_id'])
  assert.deepEqual(fieldsOf({ ...names, phone: '••••••456' }, whole), ['phone'])
  assert.deepEqual(fieldsOf({ ...names, document_id: '12345678A' }, whole), ['document_id'])
})
