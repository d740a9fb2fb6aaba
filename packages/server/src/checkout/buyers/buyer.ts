/** The buyer as the service knows them: one per document, store and mode. */
export type Document = {
  readonly country: string
  readonly type: 'nif' | 'nie'
  readonly number: string
}

/** `country` is null where the number is none of any country. */
export type Phone = { readonly country: string | null; readonly number: string }

export type KnownBuyer = {
  readonly storeId: string
  readonly sandbox: boolean
  readonly id: string
  readonly document: Document
  readonly phone: Phone
  readonly createdAt: Date
}

/** A Spanish document in its canonical form. */
export function documentOf(number: string): Document {
  return { country: 'ES', type: /^[XYZ]/.test(number) ? 'nie' : 'nif', number }
}
