/** Where encrypted texts are stored: the one list that sealing, the start and `rekey` go by. */

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

/** The one place where a sealed text opens: its table and column, and the id of its row. */
export type SealedPlace = {
  readonly column: SealedColumn
  /** The values of the primary key, in the order of `sealedColumns`. */
  readonly row: readonly (string | boolean)[]
}

/** A sealed text as it was read, with where it was. */
export type SealedText = { readonly sealed: string; readonly place: SealedPlace }

export function placeOf(column: SealedColumn, ...row: SealedPlace['row']): SealedPlace {
  return { column, row }
}
