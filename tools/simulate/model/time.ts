/** What the passing of time, and a store's answer, do to an order (contract §5 to §7). */
import { dayAt } from './calendar.ts'
import { openLoan } from './loan-moves.ts'
import { captures, type ModelOrder, uncapturedOf, voids } from './order.ts'

const DAY = 86_400_000
const ANNOUNCED = 7 * DAY

/** Answers whether it was due. */
export function expires(order: ModelOrder, at: number): boolean {
  if (order.expiresAt === undefined || order.expiresAt > at) return false
  order.expiresAt = undefined
  order.state = 'ko'
  order.messages++
  order.events.push('checkout.updated')
  return true
}

/** First the store is warned, then what is not captured is void. */
export function lapses(order: ModelOrder, at: number): boolean {
  const { lapse } = order
  if (lapse === undefined || order.state !== 'confirmed') return false
  if (!lapse.announced) {
    if (at < lapse.warnAt) return false
    lapse.announced = true
    order.events.push('order.lapsing')
    return true
  }
  if (at < lapse.at) return false
  const day = dayAt(at, order.loan?.terms.zone ?? 'UTC')
  voids(order, { amount: uncapturedOf(order), at, day })
  // It is told by another name, before what follows from it.
  order.events[order.events.lastIndexOf('order.voided')] = 'order.lapsed'
  return true
}

type Answered = { readonly at: number; readonly captureId: string | undefined }

/** The store is asked whether it confirms, and answers in time or not. */
export function storeAnswers(
  order: ModelOrder,
  verdict: 'ok' | 'ko' | 'none',
  { at, captureId }: Answered,
): void {
  const awaited = order.state === 'confirmation_required' && at < (order.expiresAt ?? 0)
  if (!awaited || verdict === 'none') return
  order.expiresAt = undefined
  order.messages++
  if (verdict === 'ko') {
    order.state = 'ko'
    order.events.push('checkout.updated')
    return
  }
  order.state = 'confirmed'
  order.booked.push('confirm')
  order.events.push('order.confirmed')
  const { agreed } = order
  if (agreed === undefined) throw new Error('an order that nobody signed')
  const { loan: terms, plan } = agreed
  const day = dayAt(at, terms.zone)
  const { loan, moved } = openLoan({ terms, plan, day })
  order.loan = loan
  for (const _paid of moved.paid) order.events.push('instalment.paid')
  if (agreed.automatic) {
    captures(order, { amount: order.total, id: captureId ?? '', at, day }, false)
    return
  }
  const lapse = at + agreed.captureWithinDays * DAY
  order.lapse = { at: lapse, warnAt: Math.max(at, lapse - ANNOUNCED), announced: false }
}
