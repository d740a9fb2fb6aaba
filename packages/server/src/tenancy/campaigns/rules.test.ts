import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, rate } from '@svc/api'
import type { Campaign, CampaignFields } from '../../model/financing/campaign.ts'
import { decideArticles, decideEdit, faultsBetween, lastOfEach } from './rules.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const campaign: Campaign = {
  storeId: 'store',
  sandbox: true,
  id: 'campaign',
  name: 'Spring',
  startAt: day(10),
  endAt: day(20),
  interest: rate(5_000),
  partial: false,
  numInstalments: [3, 6],
  minOrderAmount: cents(100),
  maxOrderAmount: cents(200),
  createdAt: day(1),
}

type Row = readonly [change: Partial<CampaignFields>, faults: readonly string[]]
const edits: readonly Row[] = [
  [{}, []],
  [{ startAt: day(20) }, []],
  [{ startAt: day(21) }, ['end_date']],
  [{ startAt: day(21), endAt: null }, []],
  [{ endAt: day(10) }, []],
  [{ endAt: day(9) }, ['end_date']],
  [{ minOrderAmount: cents(200) }, []],
  [{ minOrderAmount: cents(201) }, ['max_order_amount']],
  [{ maxOrderAmount: cents(99) }, ['max_order_amount']],
  [{ minOrderAmount: cents(201), maxOrderAmount: null }, []],
  [{ minOrderAmount: cents(0), maxOrderAmount: cents(0) }, []],
  [{ maxOrderAmount: cents(0) }, ['max_order_amount']],
  [{ numInstalments: [] }, []],
  [{ numInstalments: [3, 6, 3] }, ['num_instalments']],
  [{ endAt: day(1), maxOrderAmount: cents(1) }, ['end_date', 'max_order_amount']],
]
for (const [change, faults] of edits) {
  test(`changed to ${JSON.stringify(change)}: ${faults.join(', ') || 'fine'}`, () => {
    const decision = decideEdit(campaign, change)
    if (decision.refused === undefined) {
      assert.deepEqual(faults, [])
      assert.deepEqual(decision.plan, { ...campaign, ...change })
    } else {
      assert.equal(decision.refused, 'body_invalid')
      assert.deepEqual(Object.keys(decision.detail?.fields ?? {}), faults)
    }
  })
}

test('an unknown value contradicts nothing', () => {
  assert.deepEqual(faultsBetween({}), {})
  assert.deepEqual(faultsBetween({ endAt: day(1), minOrderAmount: cents(5) }), {})
})

test('only a partial campaign has articles', () => {
  assert.equal(decideArticles(campaign).refused, 'campaign_full')
  assert.equal(decideArticles({ ...campaign, partial: true }).refused, undefined)
})

test('the last of several articles with one id counts', () => {
  const articles = ['a 1', 'b 1', 'a 2'].map((name) => ({ id: name.charAt(0), name }))
  assert.deepEqual(
    lastOfEach(articles).map(({ name }) => name),
    ['a 2', 'b 1'],
  )
})
