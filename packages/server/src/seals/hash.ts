import { createHash } from 'node:crypto'
import { utcMicros } from '../dates.ts'
import type { Covered, Seal, SealHead } from './seal.ts'

/** The next seal, over the events that follow the last one. The auditor recomputes it in SQL. */
export function sealOf(head: SealHead, covered: readonly Covered[], at: Date): Seal {
  const { storeId, sandbox } = head
  const number = head.number + 1
  const firstPosition = head.position + 1
  const lastPosition = head.position + covered.length
  const contentHash = sha256(covered.map(lineOf).join('\n'))
  const place = [storeId, sandbox ? 'sandbox' : 'live', number, firstPosition, lastPosition]
  const hash = sha256([head.hash, ...place, contentHash, utcMicros(at)].join('|'))
  return {
    ...{ storeId, sandbox, number, firstPosition, lastPosition, contentHash },
    previousHash: head.hash,
    hash,
    createdAt: at,
  }
}

/**
 * What an event tells beside its place and its order stays outside: it may hold what has to be
 * erased one day. Its amounts are proven by the ledger.
 */
function lineOf(event: Covered): string {
  const { position, id, type, orderId, sequence, ledgerSequence, ledgerHash } = event
  return [position, id, type, orderId, sequence, ledgerSequence, ledgerHash].join('|')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
