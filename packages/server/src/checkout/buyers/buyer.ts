import type { Document } from '../../model/people/document.ts'

/** `country` is null when the number has no known country. */
export type Phone = { readonly country: string | null; readonly number: string }

/** The buyer as a store knows them: one per document, store and mode. */
export type KnownBuyer = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly id: string
  readonly document: Document
  readonly phone: Phone
  /** Null: a row from before persons existed. */
  readonly personId: string | null
  readonly createdAt: Date
}
