/**
 * The acts of stores, buyers and the lender's people in the demo's life: the service's operations.
 */
import { add, type Cents, type CreateCheckout, cents } from '@svc/api'
import { acceptCheckout } from '../../../checkout/checkouts/accept-checkout.ts'
import { authoriseCard } from '../../../checkout/checkouts/authorise-card.ts'
import { createCheckout } from '../../../checkout/checkouts/create-checkout.ts'
import { saveBuyer } from '../../../checkout/checkouts/save-buyer.ts'
import { settleChallenge } from '../../../checkout/checkouts/settle-challenge.ts'
import { tokeniseCard } from '../../../checkout/checkouts/tokenise-card.ts'
import { reviewDecision } from '../../../checkout/decisions/review-decision.ts'
import { listOfOrder } from '../../../checkout/decisions/store.ts'
import { receivePayment } from '../../../credit/loans/receive-payment.ts'
import { findOrder } from '../../../kernel/orders/store.ts'
import { blockPerson } from '../../../lender/blocks/block-person.ts'
import { writeNote } from '../../../lender/loans/write-note.ts'
import { findByDocument } from '../../../lender/people/store.ts'
import { changeStoreState } from '../../../lender/stores/change-store-state.ts'
import type { Principal } from '../../../model/actions/action.ts'
import type { Order } from '../../../model/order/order.ts'
import { documentOf } from '../../../model/people/document.ts'
import type { LenderRole, Permission } from '../../../model/staff/roles.ts'
import { captureOrder } from '../../../orders/captures/capture-order.ts'
import { cancelOrder } from '../../../orders/editing/cancel-order.ts'
import { refundOrder } from '../../../orders/refunds/refund-order.ts'
import { createWebhook } from '../../../outbound/webhooks/create-webhook.ts'
import { existing } from '../../../platform/refusal.ts'
import { addDays, dayOf } from '../../../platform/time/calendar.ts'
import type { Caller } from '../../../tenancy/caller/context.ts'
import { lifePeople, lifeStores } from './cast.ts'
import type { Act, Purchase, Step } from './plan.ts'
import type { Living, World } from './world.ts'

/** A port where nobody listens. */
const NOBODY = 'http://127.0.0.1:9/webhooks'

type Acting = {
  readonly world: World
  readonly living: Living
  /** The demo's own address for messages. */
  readonly inboxUrl: string
  /** Somebody of the lender, where they were there already. */
  readonly staff: (role: LenderRole) => Principal | undefined
}

/** Refuses what the rules refuse. */
export async function carryOut(acting: Acting, step: Step): Promise<void> {
  const { world, living } = acting
  const caller: Caller = { store: living.store, sandbox: true }
  await world.act(living, () => perform({ ...acting, caller, step }, step.act))
}

type Performing = Acting & { readonly caller: Caller; readonly step: Step }

function perform(performing: Performing, act: Act): Promise<unknown> {
  const { world, living, caller, step } = performing
  const { mid } = step
  switch (act.kind) {
    case 'buys':
      return buy(performing, act)
    case 'ships':
      return captureOrder(world.writing(living.server), caller, {
        ...{ ref: mid, amount: priceOf(step, act.articles) },
      })
    case 'cancels':
      return cancelOrder(world.writing(living.server), caller, mid)
    case 'takes back':
      return refundOrder(world.writing(living.server), caller, {
        ...{ ref: mid, amount: priceOf(step, act.articles) },
      })
    case 'listens':
      return listen(performing, act.fails)
    default:
      return performOfLender(performing, act)
  }
}

type OfLender = Exclude<Act, { kind: 'buys' | 'ships' | 'cancels' | 'takes back' | 'listens' }>

async function performOfLender(performing: Performing, act: OfLender): Promise<unknown> {
  const { world, living, caller, staff } = performing
  if (act.kind === 'is suspended') {
    const reason = {
      code: 'fraud',
      note: 'Varias denuncias de compradores; se investiga.',
    } as const
    const switches = { newCredit: false, captures: true, payouts: false }
    const writing = { ...world.writing(staff('risk')), clocks: world.service.clocks }
    return changeStoreState(writing, { ...living.key, act: 'suspend', switches, reason })
  }
  if (act.kind === 'blocks') return block(performing, act.person)
  const order = await orderOf(performing)
  if (act.kind === 'reviews') {
    const [decision] = await listOfOrder(world.service.database, order)
    const { review } = act
    const of = { ref: order.id, decisionId: decision?.id ?? '', review }
    return reviewDecision(world.writing(staff('risk')), caller, of)
  }
  return collect(performing, order, act)
}

type OfCollector = Extract<Act, { kind: 'pays' | 'notes' | 'promises' }>

/** Somebody's act on a debt. */
function collect(performing: Performing, order: Order, act: OfCollector): Promise<unknown> {
  const { world, living, caller, staff, step } = performing
  const collector = world.writing(staff('collections'))
  const today = dayOf(collector.clock.now(), living.store.timeZone)
  if (act.kind === 'pays') {
    const reference = `TRF ${step.mid}`
    const arrival = { method: 'bank_transfer', reference, valueOn: today } as const
    const reason = { code: 'payment_received', note: 'Transferencia del comprador.' } as const
    const writing = { ...collector, acting: { ...collector.acting, reason } }
    const input = { ref: order.id, amount: cents(act.amount), spread: 'next', arrival } as const
    return receivePayment(writing, caller, input)
  }
  const place = { ...caller, id: order.id }
  if (act.kind === 'notes') {
    return writeNote(collector, place, { ...act, kind: 'note', amount: null, promisedOn: null })
  }
  const promised = { amount: cents(act.amount), promisedOn: addDays(today, act.inDays) }
  return writeNote(collector, place, { kind: 'promise', note: null, ...promised })
}

async function orderOf({ world, living, step }: Performing) {
  const order = await findOrder(world.service.database, { ...living.key, ref: step.mid })
  return existing(order, 'order', step.mid)
}

async function buy(performing: Performing, purchase: Purchase): Promise<void> {
  const { world, living, caller, step } = performing
  const { service } = world
  const person = lifePeople[purchase.person]
  if (person === undefined) throw new Error(`nobody is number ${purchase.person}`)
  const articles = articlesOf(step, purchase.articles)
  const body: CreateCheckout = {
    order: {
      ...{ id: step.mid, currency: 'EUR' },
      total_amount: Number(priceOf(step, purchase.articles)),
      articles: articles.map((article) => ({ ...article, quantity: 1 })),
    },
    customer: { email: person.email, first_name: person.buyer.first_name },
  }
  const writing = world.writing(living.server)
  const { id: checkoutId } = await createCheckout(writing, caller, { body, request: { ...body } })
  if (purchase.leaves === true) return
  const { card, wish, check } = purchase
  const buyer = world.writing({ kind: 'buyer', id: null, name: null })
  const entered = { number: card ?? '', expiry: '12/39', cvc: '123' }
  const token =
    card === undefined
      ? undefined
      : (await tokeniseCard(buyer, caller, { checkoutId, card: entered })).token
  await saveBuyer(buyer, caller, { checkoutId, buyer: person.buyer, wish })
  const paying = { ...service, ...buyer }
  const question = { checkoutId, wish, token, field: 'card_token' } as const
  const method = await authoriseCard(paying, caller, question)
  const signed = await acceptCheckout(buyer, caller, {
    ...{ checkoutId, wish: { ...wish, language: 'es' } },
    ...(method === undefined ? {} : { method }),
  })
  if (signed.state !== 'challenge_required' || check === undefined) return
  await settleChallenge(buyer, caller, { checkoutId, check })
}

function articlesOf({ store }: Step, articles: readonly number[]) {
  const { sells = [] } = lifeStores[store] ?? {}
  return articles.flatMap((index) => sells[index] ?? [])
}

const priceOf = (step: Step, articles: readonly number[]): Cents =>
  add(...articlesOf(step, articles).map(({ price }) => cents(price)))

async function listen({ world, living, caller, inboxUrl }: Performing, fails: boolean) {
  const { vault } = world.service
  const url = fails ? NOBODY : inboxUrl
  const fields = { url, types: null, name: fails ? 'Almacén' : 'Tienda' }
  await createWebhook(world.writing(living.server), caller, { fields, version: 'v1', vault })
}

async function block({ world, staff }: Performing, number: number): Promise<void> {
  const writing = world.writing(staff('risk'))
  const { principal } = writing.acting
  const lender = { principal, holders: [], permissions: new Set<Permission>(), sandbox: true }
  const document = documentOf(lifePeople[number]?.buyer.document_id ?? '')
  const wanted = { sandbox: true, limit: 1 }
  const [id] = await findByDocument(world.service.database, document, wanted)
  const reason = { code: 'fraud', note: 'El banco ha devuelto todos sus cobros.' } as const
  await blockPerson(writing, lender, { id: id ?? '', reason })
}
