/** A checkout from its creation to the signature; the store's answer follows on request. */
import type { Buyer, CreateCheckout } from '@svc/api'
import { acceptCheckout } from '../../packages/server/src/checkout/checkouts/accept-checkout.ts'
import { authoriseCard } from '../../packages/server/src/checkout/checkouts/authorise-card.ts'
import { createCheckout } from '../../packages/server/src/checkout/checkouts/create-checkout.ts'
import { saveBuyer } from '../../packages/server/src/checkout/checkouts/save-buyer.ts'
import { settleChallenge } from '../../packages/server/src/checkout/checkouts/settle-challenge.ts'
import { cardName } from './bank.ts'
import { advance } from './due.ts'
import { dayAt, dayText } from './model/calendar.ts'
import { isTaken, overtake } from './model/names.ts'
import { agreedOn, type Basket, fitting, running } from './model/offer.ts'
import type { ModelOrder } from './model/order.ts'
import type { Random } from './random.ts'
import { answerOf, count, hold, type KnownOrder, type Temper, type World } from './world.ts'

const MINUTE = 60_000
const documents = { accepted: '12345678Z', refused: '99999998T', checked: '99999995C' }

/** The step in words, ending with the answer. */
export async function startCheckout(world: World, random: Random): Promise<string> {
  const basket = basketOf(world, random)
  const number = world.orders.length + 1
  const drawn = temperOf(random)
  const temper: Temper = world.plan.poor ? { ...drawn, card: 'empty' } : drawn
  const mid = nameOf(world, number, random)
  const namesakes = world.orders.map(({ order }) => order).filter((each) => each.mid === mid)
  const { answer, result } = await create(world, mid, basket)
  const campaigns = running(world.campaigns, basket)
  const { settings } = world
  const offered = fitting({ settings, campaigns, basket })
  const wanted =
    offered.length === 0 ? 'financing_unavailable' : isTaken(namesakes) ? 'order_id_used' : 'ok'
  hold('answer', answer, wanted, `a new checkout named ${mid}`)
  if (result === undefined) return answer
  overtake(namesakes)
  if (namesakes.length > 0) count(world, 'names used again')
  const order: ModelOrder = {
    ...{ number, mid, id: result.id, currency: basket.currency },
    approved: BigInt(basket.total),
    total: BigInt(basket.total),
    state: 'in_process',
    ...{ voided: 0n, refundedUncaptured: 0n, captures: [], booked: [], credits: [] },
    payments: new Map(),
    ...{ agreed: undefined, lapse: undefined, loan: undefined },
    expiresAt: world.now() + 60 * MINUTE,
    ...{ overtaken: false, messages: 0, events: ['checkout.updated'] },
  }
  const known: KnownOrder = { order, basket, campaigns, temper, requests: 0, informed: 0 }
  world.orders.push(known)
  if (temper.signs === 'never') return `${number} of ${basket.total} left`
  await advance(world, world.now() + temper.signsAfter, 0)
  return `${number} of ${basket.total} ${await sign(world, known, random)}`
}

/** A buyer who returns to the same cart, most likely an unpaid one. */
function nameOf(world: World, number: number, random: Random): string {
  const of = (wanted: string) => world.orders.filter(({ order }) => order.state === wanted)
  const unpaid = [...of('in_process'), ...of('ko').slice(-2)]
  const again = unpaid.length > 0 && random.chance(0.3) ? unpaid : world.orders
  const own = again === world.orders && !random.chance(0.03)
  return own || again.length === 0 ? `order-${number}` : random.pick(again).order.mid
}

export function create(world: World, mid: string, { total, currency, lines, eventOn }: Basket) {
  const articles = lines.map((line) => ({ ...line, name: 'An article' }))
  const options = eventOn === undefined ? {} : { options: { event_date: dayText(eventOn) } }
  const body: CreateCheckout = {
    order: { id: mid, currency, total_amount: total, articles, ...options },
    customer: { email: 'ada@example.com' },
  }
  const input = { body, request: { ...body } }
  return answerOf(() => createCheckout(world.writing, world.caller, input))
}

export function basketOf(world: World, random: Random): Basket {
  const size = random.weighted({ tiny: 1, usual: 8, large: 2, huge: 0.2 })
  const total = {
    tiny: () => random.between(1, 300),
    usual: () => random.between(5_000, 200_000),
    large: () => random.between(200_000, 2_500_000),
    huge: () => random.between(50_000_000, 120_000_000),
  }[size]()
  const lines = Array.from({ length: random.between(1, 3) }, (_, index) => ({
    id: `article-${index}`,
    quantity: random.between(1, 3),
    price: random.between(0, total),
  }))
  const currency = random.chance(0.9) ? 'EUR' : 'USD'
  const today = dayAt(world.now(), world.plan.zone)
  const eventOn = random.chance(0.15) ? today + random.between(0, 200) : undefined
  return { at: world.now(), total, currency, lines, eventOn }
}

function temperOf(random: Random): Temper {
  const hesitates = random.chance(0.1)
  const answer = random.weighted<'ok' | 'ko' | 'none'>({ ok: 30, ko: 1, none: 1 })
  return {
    signs: random.weighted({ accepted: 30, refused: 1, checked: 2, never: 1 }),
    tellsFirst: random.chance(0.5),
    signsAfter: random.chance(0.97) ? random.between(0, 50 * MINUTE) : 61 * MINUTE,
    check: random.weighted({ pass: 6, fail: 1, never: 1 }),
    card: random.weighted({
      good: 6,
      poor: 3,
      empty: 1,
      silent: 1.5,
      lossy: 1,
      'taken back': 1,
    }),
    misses: random.pick([0, 0, 0, 0, 0, 0, 0, 0, 1, 4]),
    answers: answer === 'none' ? [] : hesitates ? ['none', 'none', answer] : [answer],
  }
}

async function sign(world: World, known: KnownOrder, random: Random): Promise<string> {
  const { order, temper, basket, campaigns } = known
  const { settings } = world
  const terms = random.pick(fitting({ settings, campaigns, basket }).concat(settings.products))
  const wish = { product: terms.type, count: random.pick(terms.num_instalments) }
  const agreed = agreedOn({ settings, campaigns, basket, wish, zone: world.plan.zone })
  const buyer = {
    first_name: 'Ada',
    last_name: 'Prueba',
    phone: '600000000',
    birthday: '1990-01-01',
    document_id: documents[temper.signs === 'never' ? 'accepted' : temper.signs],
  }
  const question = {
    checkoutId: order.id,
    wish: { product: wish.product, num_instalments: wish.count },
  }
  if (temper.tellsFirst && !(await saved(world, known, buyer))) return 'declined with the data'
  const { answer } = await answerOf(async () => {
    const token = cardName(temper.card, order.number * 1_000 + world.plan.seed)
    const input = { ...question, token, field: 'card_token' } as const
    const method = await authoriseCard(world.paying, world.caller, input)
    await acceptCheckout(world.writing, world.caller, { ...question, buyerOf: () => buyer, method })
  })
  const wanted =
    order.state !== 'in_process'
      ? 'checkout_finished'
      : agreed === undefined
        ? 'body_invalid'
        : 'ok'
  hold('answer', answer, wanted, `the answer to the signature of order ${order.number}`)
  if (answer !== 'ok') return answer
  order.agreed = agreed
  order.messages++
  order.events.push('checkout.updated')
  const confirmBy = world.now() + settings.confirmation_timeout * MINUTE
  if (temper.signs === 'refused') {
    order.state = 'ko'
    order.expiresAt = undefined
  } else if (temper.signs === 'accepted') {
    order.state = 'confirmation_required'
    order.expiresAt = confirmBy
  } else {
    order.state = 'challenge_required'
    order.expiresAt = world.now() + 2_880 * MINUTE
    if (temper.check !== 'never') await check(world, order, temper.check)
  }
  return `${wish.product} in ${wish.count} ${answer}`
}

/** The data first, as on the buyer's page; false if they ended the checkout. */
async function saved(world: World, { order, temper }: KnownOrder, buyer: Buyer): Promise<boolean> {
  const open = order.state === 'in_process'
  const input = { checkoutId: order.id, buyer }
  const { answer } = await answerOf(() => saveBuyer(world.writing, world.caller, input))
  const wanted = open ? 'ok' : 'checkout_finished'
  hold('answer', answer, wanted, `the answer to the data of order ${order.number}`)
  if (!open) return true
  order.events.push('checkout.updated')
  if (temper.signs !== 'refused') return true
  order.messages++
  order.state = 'ko'
  order.expiresAt = undefined
  return false
}

async function check(world: World, order: ModelOrder, how: 'pass' | 'fail'): Promise<void> {
  const input = { checkoutId: order.id, check: how }
  await settleChallenge(world.writing, world.caller, input)
  order.messages++
  order.events.push('checkout.updated')
  order.state = how === 'pass' ? 'confirmation_required' : 'ko'
  const timeout = world.settings.confirmation_timeout * MINUTE
  order.expiresAt = how === 'pass' ? world.now() + timeout : undefined
}
