/** The columns with encrypted texts: the one list used by encryption, the start and `rekey`. */

/** Each with the columns of its table's primary key. */
export const sealedColumns = {
  'stores.notification_secret': ['id'],
  'stores.notification_secret_previous': ['id'],
  'stores.notification_token': ['id'],
  'webhook_endpoints.secret': ['store_id', 'id'],
  'webhook_endpoints.secret_previous': ['store_id', 'id'],
  'lender_endpoints.secret': ['store_id', 'id'],
  'lender_endpoints.secret_previous': ['store_id', 'id'],
  'totp_secrets.secret': ['staff_id'],
  'payment_methods.token': ['store_id', 'order_id'],
  'bank_accounts.iban': ['store_id', 'id'],
  'idempotency_keys.body': ['store_id', 'sandbox', 'key'],
  'approvals.body': ['id'],
  'approvals.answer': ['id'],
} as const satisfies Readonly<Record<`${string}.${string}`, readonly string[]>>

export type SealedColumn = keyof typeof sealedColumns

/** The context in which a sealed text can be decrypted: its table and column, and its row's id. */
export type SealedPlace = {
  readonly column: SealedColumn
  /** The values of the primary key, in the order of `sealedColumns`. */
  readonly row: readonly (string | boolean)[]
}

/** A sealed text as it was read, with its context. */
export type SealedText = { readonly sealed: string; readonly place: SealedPlace }

export function placeOf(column: SealedColumn, ...row: SealedPlace['row']): SealedPlace {
  return { column, row }
}
