import { findWholeOrder } from '../../kernel/orders/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, TimedReading } from '../../tenancy/caller/context.ts'
import { type DocumentWish, kindOf } from './input.ts'
import { findSigned, type ReadDocument } from './made.ts'

type DocumentInput = {
  readonly ref: string
  /** The last word of the path. */
  readonly name: string
  readonly wish: DocumentWish
}

/** A document of a signed order. */
export async function getDocument(
  { database, clock }: TimedReading,
  { store, sandbox }: Caller,
  { ref, name, wish }: DocumentInput,
): Promise<ReadDocument> {
  const key = { storeId: store.id, sandbox, ref }
  const { order, details } = existing(await findWholeOrder(database, key), 'order', ref)
  const kind = existing(kindOf(name), 'document', name)
  const request = { store, order, details, at: clock.now() }
  const { language } = wish
  return existing(await findSigned(database, request, { kind, language }), 'document', name)
}
