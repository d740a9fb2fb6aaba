/**
 * A statement as CSV (RFC 4180), for spreadsheets and for programs. Invariants: 1. A name from a
 * store or a buyer never becomes a formula. 2. Amounts stay numbers. 3. The balance of each row is
 * that of the row before it and the row's net.
 */
import { add, type Cents, decimalText } from '@svc/api'
import { rowOf, textCell } from '../../platform/http/csv.ts'
import { localMicros } from '../../platform/time/dates.ts'
import type { ListedLine } from '../settlements/list-store.ts'

const HEADER = [
  'created',
  'type',
  'id',
  'order_id',
  'order_mid',
  'currency',
  'amount',
  'net',
  'balance',
]

type CsvOf = {
  readonly currency: string
  readonly timeZone: string
  readonly from: Date
  readonly until: Date
  readonly opening: Cents
}

/** Row after row; only the balance of the written rows is remembered. */
export async function* csvRows(
  { currency, timeZone, from, until, opening }: CsvOf,
  parts: AsyncIterable<readonly ListedLine[]>,
): AsyncGenerator<string> {
  const balanceRow = (at: Date, name: string, balance: Cents) =>
    rowOf([
      ...[localMicros(at, timeZone), name, '', '', '', currency, '', ''],
      decimalText(balance),
    ])
  yield rowOf(HEADER) + balanceRow(from, 'opening', opening)
  let balance = opening
  for await (const lines of parts) {
    const rows = lines.map(({ line, mid }) => {
      balance = add(balance, line.net)
      return rowOf([
        localMicros(line.createdAt, timeZone),
        line.type,
        line.id,
        line.orderId ?? '',
        textCell(mid ?? ''),
        line.currency,
        ...[line.amount, line.net, balance].map(decimalText),
      ])
    })
    yield rows.join('')
  }
  yield balanceRow(until, 'closing', balance)
}
