import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import { readCsv } from '../../../../../test/fixtures/read-csv.ts'
import { textCell } from '../../platform/http/csv.ts'
import type { ListedLine } from '../settlements/list-store.ts'
import { csvRows } from './csv.ts'

const cells: readonly (readonly [text: string, cell: string])[] = [
  ['A-1', 'A-1'],
  ['', ''],
  ['order 1', '"order 1"'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['ñandú 漢', '"ñandú 漢"'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1', `"'  =1"`],
  ['\t=1', `"'\t=1"`],
  ['\ttab', `"'\ttab"`],
  ['\rreturn', `"'\rreturn"`],
  ['\nfeed', `"'\nfeed"`],
  ['\u00a0=1', `"'\u00a0=1"`],
  ['\u200b=1', `"'\u200b=1"`],
  ['\u0001=1', `"'\u0001=1"`],
  ['＝1', `"'＝1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠x', `"'＠x"`],
  ['a;=1+1', '"a;=1+1"'],
  ['a\t=1+1', '"a\t=1+1"'],
  ['a=1', '"a=1"'],
  ["'=1", `"'=1"`],
  ['|cmd', `"'|cmd"`],
]
for (const [text, cell] of cells) {
  test(`${JSON.stringify(text)} is written ${JSON.stringify(cell)}`, () => {
    assert.equal(textCell(text), cell)
  })
}

const line = (mid: string | null, net: number): ListedLine => ({
  mid,
  line: {
    storeId: 'store',
    sandbox: true,
    id: 'line',
    type: mid === null ? 'payout' : 'capture',
    orderId: mid === null ? null : 'order',
    eventSequence: 1,
    ledgerSequence: 1,
    effectId: 'effect',
    currency: 'EUR',
    amount: cents(Math.abs(net)),
    net: cents(net),
    createdAt: new Date('2026-10-25T00:59:59.123Z'),
  },
})
const of = {
  currency: 'EUR',
  timeZone: 'Europe/Madrid',
  from: new Date('2026-10-24T22:00:00Z'),
  until: new Date('2026-10-25T23:00:00Z'),
  opening: cents(-5),
}

async function written(...parts: ListedLine[][]): Promise<string> {
  async function* all() {
    yield* parts
  }
  return (await Array.fromAsync(csvRows(of, all()))).join('')
}

test('a statement is a header, the opening, lines with their balance, the closing', async () => {
  const text = await written([line('A-1', 1_255)], [line(null, -1_250), line('=x', 1)])
  assert.deepEqual(text.split('\r\n'), [
    'created,type,id,order_id,order_mid,currency,amount,net,balance',
    '2026-10-25T00:00:00.000000+02:00,opening,,,,EUR,,,-0.05',
    '2026-10-25T02:59:59.123000+02:00,capture,line,order,A-1,EUR,12.55,12.55,12.50',
    '2026-10-25T02:59:59.123000+02:00,payout,line,,,EUR,12.50,-12.50,0.00',
    `2026-10-25T02:59:59.123000+02:00,capture,line,order,"'=x",EUR,0.01,0.01,0.01`,
    '2026-10-26T00:00:00.000000+01:00,closing,,,,EUR,,,0.01',
    '',
  ])
})

test('without lines it closes as it opens', async () => {
  const rows = readCsv(await written())
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    ['balance', '-0.05', '-0.05'],
  )
})

test('whatever a store calls its order, a reader gets it back and never a formula', async () => {
  const mids = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
  const evil = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', ' ', '＝', "'")
  const names = fc.oneof(
    mids,
    fc.tuple(fc.array(evil, { maxLength: 4 }), mids).map((both) => both.flat().join('')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(names, { maxLength: 5 }), async (all) => {
      const rows = readCsv(await written(all.map((mid) => line(mid, 1))))
      assert.equal(rows.length, all.length + 3)
      for (const [index, mid] of all.entries()) {
        const cell = rows[index + 2]?.[4] ?? ''
        assert.ok(cell === mid || cell === `'${mid}`)
        assert.doesNotMatch(cell, /^[\s\p{C}]*[=+\-@＝＋－＠]/u)
        assert.doesNotMatch(cell, /^[\t\r\n]/)
      }
    }),
  )
})
