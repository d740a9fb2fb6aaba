import type { BuyerInput } from '@svc/api'
import { detailsUpdate } from '../../kernel/details/store.ts'
import { orderQueue } from '../../kernel/orders/store.ts'
import { decideOpen } from '../../model/order/moves.ts'
import { type Altered, withAlteredWarnings } from '../../platform/altered.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { underTermsOf } from '../../tenancy/terms/under-order.ts'
import { recordBuyer } from '../buyers/record.ts'
import { decideData, type Scored, withScorecard } from '../decisions/deciding.ts'
import { storedIdentity } from './masking.ts'
import { checkoutOffers } from './offered.ts'
import { decideBuyer, decideDataOffer, type Wish } from './rules.ts'
import { storedRows } from './saved-rows.ts'
import { type Signing, scoreBuyer } from './signing.ts'
import { findCheckout, lockWholeCheckout } from './store.ts'

type SaveInput = {
  readonly checkoutId: string
  readonly buyer: BuyerInput
  readonly wish?: Wish
  readonly altered?: Altered
}

/**
 * Stores the buyer's data before the signature, and decides on them (contract §12.10): a decline
 * comes immediately, before a card is requested.
 */
export function saveBuyer(signing: Signing, caller: Caller, input: SaveInput): Promise<void> {
  return withScorecard(signing, {
    ask: () => scoreFirst(signing, caller, input),
    decide: (scored) => save(signing, caller, { ...input, scored }),
  })
}

async function scoreFirst(
  signing: Signing,
  { store: now, sandbox }: Caller,
  { checkoutId, buyer: given, wish = {} }: SaveInput,
): Promise<Scored | undefined> {
  const { clock, database, scorecard } = signing
  if (scorecard === undefined || database === undefined) return undefined
  const row = await findCheckout(database, { storeId: now.id, sandbox, ref: checkoutId })
  const at = clock.now()
  if (row === undefined || decideOpen(row.order, at).refused !== undefined) return undefined
  const store = await underTermsOf(database, now, row.order)
  const buyer = decideBuyer(given, storedIdentity(row.details))
  if (buyer.refused !== undefined) return undefined
  const plan = { wish, buyer: buyer.plan, limits: store.settings.decision }
  const offer = decideDataOffer(checkoutOffers(store, row, at), plan)
  if (offer.refused !== undefined) return undefined
  return scoreBuyer(signing, { ...row, store, buyer: buyer.plan, offer: offer.plan, at })
}

type Saving = SaveInput & { readonly scored: Scored | undefined }

function save(signing: Signing, { store: now, sandbox }: Caller, input: Saving): Promise<void> {
  const { writer, clock, ids } = signing
  const { checkoutId, buyer: given, altered, scored, wish = {} } = input
  const key = { storeId: now.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const locked = existing(await lockWholeCheckout(tx, key), 'checkout', checkoutId)
    const { order: before, details } = locked
    const store = await underTermsOf(tx, now, before)
    const at = clock.now()
    const buyer = accept(decideBuyer(given, storedIdentity(details)))
    accept(decideOpen(before, at))
    const offers = checkoutOffers(store, { order: before, details }, at)
    const plan = { wish, buyer, limits: store.settings.decision }
    const offer = accept(decideDataOffer(offers, plan))
    const person = await recordBuyer(tx, signing, { store, order: before, buyer, at })
    const signature = { store, order: before, buyer, ...person, offer, at }
    const decided = await decideData(tx, { ...signing, scored, saved: details.buyer }, signature)
    const warned = { ...before, warnings: withAlteredWarnings(before.warnings, altered) }
    const saved = { before, after: warned, buyerId: person.buyerId, details, at, ids, decided }
    const { order, rowSets } = storedRows(saved)
    if (decided !== undefined) rowSets.push(...person.rowSets, ...decided.rowSets)
    rowSets.push(detailsUpdate(order, { buyer }))
    return tx.commit(undefined, actedOn(signing, order, 'checkout.save_buyer', ...rowSets))
  })
}
