/** How an order stands, from what the shop knows of it and what the service does. */
import type { FinancedOrder, Financing } from './financing.ts'
import type { ShopOrder } from './orders.ts'

export type Stage =
  | 'waiting'
  | 'confirming'
  | 'transfer'
  | 'toShip'
  | 'part'
  | 'shipped'
  | 'cancelled'
  | 'refused'

export type Standing = {
  readonly order: ShopOrder
  /** Undefined: paid in another way, or unknown to the service. */
  readonly financed: FinancedOrder | undefined
  readonly stage: Stage
}

/** Requested again for every page: the service knows what is captured and refunded. */
export async function standingOf(financing: Financing, order: ShopOrder): Promise<Standing> {
  const { checkout } = order
  const financed = checkout === null ? undefined : await financing.findOrder(checkout.id)
  return { order, financed, stage: stageOf(order, financed) }
}

function stageOf(order: ShopOrder, financed: FinancedOrder | undefined): Stage {
  if (order.payment === 'transfer') return 'transfer'
  if (financed === undefined) return order.state === 'failed' ? 'refused' : 'waiting'
  if (financed.financing_status === 'ko') return 'refused'
  if (financed.status === 'cancelled') return 'cancelled'
  if (financed.financing_status === 'pending') {
    return financed.status_reason === 'in_process' ? 'waiting' : 'confirming'
  }
  if (financed.remaining_capture_amount === 0) return 'shipped'
  return financed.captured_amount > 0 ? 'part' : 'toShip'
}
