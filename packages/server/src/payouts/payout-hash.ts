import { createHash } from 'node:crypto'
import { utcMicros } from '../dates.ts'
import type { Payout } from './payout.ts'

/**
 * SHA-256 over all that the row of a payout says but its place in the chain, joined by `|`, null
 * empty. Its entry keeps it, and that entry is chained and sealed (decision 0074).
 */
export function payoutHash(payout: Omit<Payout, 'ledgerSequence'>): string {
  const { id, currency, status, amount, carried, fromPosition, toPosition } = payout
  const moments = [payout.previousAt, payout.dueAt, payout.createdAt]
  const members = [
    ...[id, currency, status, amount, carried, fromPosition, toPosition],
    ...moments.map((at) => (at === null ? '' : utcMicros(at))),
  ]
  return createHash('sha256').update(members.join('|')).digest('hex')
}
