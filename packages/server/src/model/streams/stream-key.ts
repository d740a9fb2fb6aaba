/** A store in one mode: its events share one sequence, and it has one clock. */
export type StreamKey = { readonly storeId: string; readonly sandbox: boolean }

/** Used instead of a store's id, which is 32 hexadecimal digits: the stream of all stores. */
export const LENDER = 'lender'
