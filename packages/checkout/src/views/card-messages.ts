/** Messages of the payment provider's frame; the caller checks window and origin. Pure. */
import { fieldsOf } from '../flow/api.ts'
import type { Card } from '../flow/types.ts'

export type CardFrameMessage =
  | { readonly event: 'ready' }
  | { readonly event: 'error' }
  | { readonly event: 'card'; readonly card: Card }
  | { readonly event: 'size'; readonly height: number }

/** No frame is that high: such a message is ignored. */
const HEIGHT_MAX = 2_000

export function readCardMessage(
  data: unknown,
  brand: string | undefined,
): CardFrameMessage | undefined {
  const said = fieldsOf(data)
  if (brand === undefined || said.source !== `${brand}-payments`) return undefined
  const { event, token, last4, height } = said
  if (event === 'ready' || event === 'error') return { event }
  if (event === 'card' && typeof token === 'string' && token !== '') {
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return { event, card: { token, brand: text(said.brand), last4: text(last4) } }
  }
  if (event === 'size' && typeof height === 'number' && height > 0 && height <= HEIGHT_MAX)
    return { event, height }
  return undefined
}
