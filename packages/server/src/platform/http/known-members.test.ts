import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PatchStoreBody, StoreAnswer, Type } from '@svc/api'
import { unknownMembers } from './known-members.ts'

const known = [PatchStoreBody, StoreAnswer]

test('a member that neither the body nor the answer has is refused with the nearest one', () => {
  assert.deepEqual(unknownMembers({ notification_ulr: 'x', payout_shedule: {} }, known), {
    notification_ulr: ['is not known here: did you mean notification_url?'],
    payout_shedule: ['is not known here: did you mean payout_schedule?'],
  })
  assert.deepEqual(unknownMembers({ colour_of_the_moon: 1 }, known), {
    colour_of_the_moon: ['is not known here; the nearest is capture_within'],
  })
})

test('members of lists and objects are looked at, what the answer shows is known', () => {
  const products = [{ type: 'instalments', warnings: [] }, { max_amunt: 1 }]
  assert.deepEqual(unknownMembers({ id: 'x', created: 'y', products }, known), {
    'products.1.max_amunt': ['is not known here: did you mean max_amount?'],
  })
  assert.deepEqual(Object.keys(unknownMembers({ lender: { nmae: 'x' } }, known)), ['lender.nmae'])
})

test('an object with members of any name is not checked', () => {
  const schema = Type.Object({ meta: Type.Unsafe<unknown>({ 'x-any': true }) })
  assert.deepEqual(unknownMembers({ meta: { anything: 1 } }, [schema]), {})
})

test('a body full of unknown names is answered briefly', () => {
  const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`unknown${n}`, n]))
  assert.equal(Object.keys(unknownMembers(body, known)).length, 20)
})
