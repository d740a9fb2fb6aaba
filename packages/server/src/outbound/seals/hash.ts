import { createHash } from 'node:crypto'
import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Covered, Seal, SealHead } from './seal.ts'

/** Part of each seal, so that another rule can follow (decision 0064). */
const CONTENT_VERSION = 2

/** The next seal, over the events that follow the last one. The auditor recomputes it in SQL. */
export function sealOf(head: SealHead, covered: readonly Covered[], at: Date): Seal {
  const { storeId, sandbox } = head
  const number = head.number + 1
  const firstPosition = head.position + 1
  const lastPosition = head.position + covered.length
  const contentHash = sha256(covered.map(lineOf).join('\n'))
  const place = [storeId, sandbox ? 'sandbox' : 'live', number, firstPosition, lastPosition]
  const text = [head.hash, ...place, contentHash, utcMicros(at), CONTENT_VERSION]
  return {
    ...{ storeId, sandbox, number, firstPosition, lastPosition, contentHash },
    contentVersion: CONTENT_VERSION,
    previousHash: head.hash,
    hash: sha256(text.join('|')),
    createdAt: at,
  }
}

/** An event never contains data that must be erased one day, so that all of it can be hashed. */
function lineOf(event: Covered): string {
  const { position, id, type, orderId, sequence, ledgerSequence, ledgerHash } = event
  const place = [position, id, type, orderId, sequence, ledgerSequence, ledgerHash]
  const { createdAt, subject, data } = event
  return [...place, utcMicros(createdAt), subject, sha256(jsonbText(data))].join('|')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
