/**
 * The messages between a store's page and the checkout page in its frame (contract §10). Every
 * message is sent in two envelopes, the second for pages of an earlier service. No dependencies: it
 * is part of the script that stores load. `nonce` is the one that the script put into the frame's
 * URL; a page that was opened without one answers without one.
 */
import { type Fields, isRecord } from './records.ts'

export const checkoutStatuses = ['success', 'pending', 'ko'] as const
export type FrameStatus = (typeof checkoutStatuses)[number]
export const closeResults = [...checkoutStatuses, 'dismiss', 'error'] as const
export type CloseResult = (typeof closeResults)[number]

/** From the checkout page. */
export type FrameEvent =
  | { readonly event: 'get-checkout-data' }
  | { readonly event: 'checkout-ready' }
  | { readonly event: 'status-change'; readonly status: FrameStatus; readonly reason?: string }
  | { readonly event: 'close'; readonly result: CloseResult; readonly reason?: string }

/** From the store's page. */
export type StoreEvent =
  | {
      readonly event: 'checkout-data'
      readonly id: string
      readonly transaction: unknown
      /** If the frame's URL has none. */
      readonly key?: StoreKey
    }
  /** The buyer wants to leave: Escape, the close button or the back button of the store's page. */
  | { readonly event: 'close-request' }

export type StoreKey = { readonly publicKey: string; readonly sandbox: boolean }

type Channel = { readonly brand: string; readonly nonce: string | undefined }

/** The message in both envelopes. */
export function frameMessages(said: FrameEvent, { brand, nonce }: Channel): Fields[] {
  const { event } = said
  const own = {
    [brand]: 'checkout',
    event,
    ...(event === 'status-change' ? { status: said.status } : {}),
    ...(event === 'close' ? { result: said.result } : {}),
    nonce,
  }
  const payload =
    event === 'status-change'
      ? { status: said.status, statusReason: said.reason ?? '' }
      : event === 'close'
        ? { status: said.result, statusReason: said.reason ?? '' }
        : {}
  return [own, { source: brand, event, payload, nonce }]
}

/** The content of a message of the checkout with this nonce, in either envelope. */
export function readFrameMessage(data: unknown, { brand, nonce }: Channel): FrameEvent | undefined {
  const envelope = readEnvelope(data, brand)
  if (envelope === undefined || envelope.nonce !== nonce) return undefined
  const { event, fields } = envelope
  if (event === 'get-checkout-data' || event === 'checkout-ready') return { event }
  if (event === 'status-change') {
    const status = checkoutStatuses.find((each) => each === fields.status)
    return status && { event, status }
  }
  if (event === 'close') {
    const result = closeResults.find((each) => each === (fields.result ?? fields.status))
    return result && { event, result }
  }
  return undefined
}

/** The message in both envelopes. */
export function storeMessages(said: StoreEvent, { brand, nonce }: Channel): Fields[] {
  const { event, ...payload } = said
  return [
    { [brand]: 'checkout', event, ...payload, nonce },
    { source: brand, event, payload, nonce },
  ]
}

/** The content of a message of the store's page; the caller checks its window and origin. */
export function readStoreMessage(data: unknown, { brand }: { brand: string }) {
  const envelope = readEnvelope(data, brand)
  if (envelope === undefined) return undefined
  const { event, fields } = envelope
  if (event === 'close-request') return { event } satisfies StoreEvent
  // Scripts of an earlier service answer in `data`.
  const answer = isRecord(fields.data) ? fields.data : fields
  const { id, transaction } = answer
  if (event !== 'checkout-data' || typeof id !== 'string') return undefined
  const key = keyIn(answer)
  return { event, id, transaction, ...(key === undefined ? {} : { key }) } satisfies StoreEvent
}

/** A script whose own URL contains the key reports it in its answer, in one of several ways. */
function keyIn(answer: Fields): StoreKey | undefined {
  const { transaction, api, sandbox } = answer
  const merchant = isRecord(transaction) ? transaction.merchant : undefined
  for (const place of [answer, api, merchant]) {
    if (!isRecord(place)) continue
    const key = place['public-key'] ?? place.public_key ?? place.publicKey ?? place.public_api_key
    if (typeof key !== 'string') continue
    const mode = String(place.sandbox ?? sandbox ?? '')
    return { publicKey: key, sandbox: /^(true|1|yes)$/i.test(mode) }
  }
  return undefined
}

type Envelope = { readonly event: unknown; readonly nonce: unknown; readonly fields: Fields }

function readEnvelope(data: unknown, brand: string): Envelope | undefined {
  if (!isRecord(data)) return undefined
  const { event, nonce, payload } = data
  if (data[brand] !== 'checkout' && data.source !== brand) return undefined
  return { event, nonce, fields: isRecord(payload) ? payload : data }
}
