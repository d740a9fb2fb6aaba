/** A store in one mode: whose events are numbered together, and whose time is one. */
export type StreamKey = { readonly storeId: string; readonly sandbox: boolean }

/** In place of a store's id, which is 32 hexadecimal digits: the stream of all stores. */
export const LENDER = 'lender'
