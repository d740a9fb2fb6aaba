import { type CreateCheckout, cents } from '@svc/api'
import { detailsRow } from '../../kernel/details/store.ts'
import { lockMid, orderRow } from '../../kernel/orders/store.ts'
import { discountsFor } from '../../model/financing/discounts.ts'
import { fittingTerms } from '../../model/financing/offers.ts'
import type { Order } from '../../model/order/order.ts'
import type { TermsInForce } from '../../model/stores/store-account.ts'
import { decidePower } from '../../model/stores/store-state.ts'
import { accountOf } from '../../orders/editing/list-store.ts'
import { claimMid } from '../../orders/naming/replacing.ts'
import { eventRow } from '../../outbound/events/store.ts'
import { type Altered, withAlteredWarnings } from '../../platform/altered.ts'
import type { RowSet } from '../../platform/database/database.ts'
import { accept, Refused } from '../../platform/refusal.ts'
import { dayOf } from '../../platform/time/calendar.ts'
import { findStoreIn } from '../../tenancy/accounts/store.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { listRunning } from '../../tenancy/campaigns/store.ts'
import { holdStoreState } from '../../tenancy/store-states/store.ts'
import { decideCreation, newDetails, newOrder, withPlausibleBirthday } from './creation.ts'

type CreateInput = {
  readonly body: CreateCheckout
  /** The body as it arrived, which a reader of the checkout gets back. */
  readonly request: Record<string, unknown>
  /** Requested with a public key. */
  readonly fromPage?: boolean
  readonly altered?: Altered
}

/** Of what a key caches, less than a second old. */
const isSame = (now: TermsInForce, known: TermsInForce): boolean => now.version === known.version

const NOTHING: Altered = { masked: [], cut: [] }

/** A checkout, which is its order from now on: both share one id. */
export function createCheckout(
  { writer, clock, ids, acting }: Writing,
  caller: Caller,
  { body: sent, request, fromPage = false, altered = NOTHING }: CreateInput,
): Promise<Order> {
  const { store: known, sandbox } = caller
  const scope = { storeId: known.id, sandbox, mid: sent.order.id }
  const total = cents(sent.order.total_amount)
  return writer.transaction(`mid/${known.id}/${sandbox}/${scope.mid}`, async (tx) => {
    const at = clock.now()
    const trade = { ...known.settings, timeZone: known.timeZone, at, fromPage }
    const { body, cut } = withPlausibleBirthday(sent, dayOf(at, known.timeZone))
    const { merchant, warnings: others, eventDate } = accept(decideCreation(body, trade))
    const warnings = withAlteredWarnings(others, { ...altered, cut: [...altered.cut, ...cut] })
    const { articles: lines } = body.order
    const basket = { ...scope, at, articleIds: lines.map((line) => line.id) }
    const orderId = ids.next()
    const [running, , taken, state, now] = await Promise.all([
      listRunning(tx, basket),
      lockMid(tx, scope),
      claimMid(tx, { ...scope, orderId, at, ids }),
      holdStoreState(tx, scope),
      // After it: who changes them waits for us, or we for them.
      findStoreIn(tx, { ...scope, at }),
    ])
    const store = now === undefined || isSame(now.terms, known.terms) ? known : now
    accept(decidePower(state, 'newCredit'))
    const campaignDiscounts = discountsFor(running, { at, total, lines })
    const financed = {
      amount: total,
      currency: body.order.currency,
      product: body.product?.type ?? null,
      discounts: campaignDiscounts,
    }
    if (fittingTerms(store.settings.products, financed).length === 0) {
      throw new Refused('financing_unavailable')
    }
    const replaced = accept(taken)
    const order = newOrder(
      body,
      { ...scope, id: orderId, at, termsVersion: store.terms.version },
      warnings,
    )
    const account = accountOf(body.customer, store.timeZone)
    const event = { id: ids.next(), sequence: 1, type: 'checkout.updated', at } as const
    const rows: readonly RowSet[] = [
      { table: 'orders', rows: [orderRow(order, account)] },
      detailsRow(order, { ...newDetails(body, merchant), campaignDiscounts, eventDate }, request),
      { table: 'events', rows: [eventRow(order, { ...event, effectId: order.id })] },
      ...replaced,
    ]
    return tx.commit(order, actedOn({ acting, ids }, order, 'checkout.create', ...rows))
  })
}
