import { agreedTerms } from '../../credit/loans/agree.ts'
import { signedMethod } from '../../credit/payments/authorising.ts'
import { detailsUpdate } from '../../kernel/details/store.ts'
import { movedRows } from '../../kernel/orders/rows.ts'
import { orderQueue } from '../../kernel/orders/store.ts'
import type { Order } from '../../model/order/order.ts'
import { decidePower } from '../../model/stores/store-state.ts'
import { agreedCapture } from '../../orders/lapses/rules.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { agreedCosts } from '../../settlement/settlements/rules.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import { holdStoreState } from '../../tenancy/store-states/store.ts'
import { underTermsOf } from '../../tenancy/terms/under-order.ts'
import { recordBuyer } from '../buyers/record.ts'
import { decideLocked, type Scored, withScorecard } from '../decisions/deciding.ts'
import { signedDocuments } from '../documents/archive.ts'
import { documentRows } from '../documents/store.ts'
import {
  decideCheck,
  decideCheckAtOnce,
  decideSigned,
  isDeclinedUnsigned,
  minutesAfter,
} from './rules.ts'
import { signatureHash } from './signed-hash.ts'
import { type AcceptInput, readSignature, type Signing, scoreFirst } from './signing.ts'
import { lockWholeCheckout } from './store.ts'

export type { AcceptInput, Signing } from './signing.ts'

/** The buyer signs: the decision is made, and the store is asked to confirm (contract §5, §6). */
export function acceptCheckout(
  signing: Signing,
  caller: Caller,
  input: AcceptInput,
): Promise<Order> {
  return withScorecard(signing, {
    ask: () => scoreFirst(signing, caller, input),
    decide: (scored) => sign(signing, caller, { ...input, scored }),
  })
}

type SignInput = AcceptInput & { readonly scored: Scored | undefined }

function sign(signing: Signing, { store: now, sandbox }: Caller, input: SignInput): Promise<Order> {
  const { writer, clock, ids, acting } = signing
  const { checkoutId, check, method } = input
  const key = { storeId: now.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const [locked, state] = await Promise.all([lockWholeCheckout(tx, key), holdStoreState(tx, key)])
    const { order: before, details } = existing(locked, 'checkout', checkoutId)
    const store = await underTermsOf(tx, now, before)
    const at = clock.now()
    const confirmBy = minutesAfter(at, store.settings.confirmation_timeout)
    if (before.state === 'challenge_required' && check !== undefined) {
      const after = accept(decideCheck(before, check, { at, confirmBy }))
      const { order, rowSets } = movedRows(before, [after], { details, at, ids })
      const written = actedOn(signing, order, 'checkout.settle_challenge', ...rowSets)
      return tx.commit(order, written)
    }
    accept(decidePower(state, 'newCredit'))
    if (input.buyerOf === undefined && isDeclinedUnsigned(before, details.offer)) {
      return tx.commit(before)
    }
    const read = readSignature({ order: before, details }, { ...input, store, at })
    const { buyer, offer } = accept(read)
    const [paid, person] = await Promise.all([
      method && signedMethod(tx, before, { offer, method, at }),
      recordBuyer(tx, signing, { store, order: before, buyer, at }),
    ])
    const signature = { store, order: before, buyer, ...person, offer, at }
    const deciding = { ...signing, scored: input.scored, saved: details.buyer }
    const { decision, rowSets: decided } = await decideLocked(tx, deciding, signature)
    const checkBy = minutesAfter(at, details.merchant.timeout_extra ?? 2880)
    const deadlines = { accepted: confirmBy, checked: checkBy }
    const signed = {
      ...accept(decideSigned(before, decision.outcome, { at, deadlines })),
      buyerId: person.buyerId,
      product: offer.product,
      numInstalments: offer.num_instalments,
      nominalRate: offer.nominal_rate,
      ...agreedCapture(store.settings, before, offer),
      ...agreedCosts(store.settings, before, offer),
    }
    const next = accept(decideCheckAtOnce(signed, check, { at, confirmBy }))
    const states = next === signed ? [signed] : [signed, next]
    const { order, rowSets } = movedRows(before, states, { details, at, ids })
    const loanTerms = agreedTerms(store, offer, details.eventDate)
    const paying = paid === undefined ? [] : paid(order)
    const source = { store, order, details, offer, buyer, loanTerms, at, signedAt: at }
    const refused = decision.outcome === 'refused'
    const documents = refused ? [] : signedDocuments(source, input.wish.language, ids)
    const hash = signatureHash({ order, details, offer, loanTerms, decision, documents })
    const update = detailsUpdate(order, { offer, buyer, loanTerms, signedHash: hash })
    const others = [...person.rowSets, ...decided, update, ...paying, documentRows(documents)]
    const written = actedOn({ acting, ids }, order, 'checkout.sign', ...rowSets, ...others)
    return tx.commit(order, written)
  })
}
