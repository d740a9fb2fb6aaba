/** A store in one mode: whose events are numbered together, and whose time is one. */
export type StreamKey = { readonly storeId: string; readonly sandbox: boolean }
