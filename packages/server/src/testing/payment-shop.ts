/**
 * A shop whose clock stands still until it is told, its buyers' cards, and everything that their
 * provider is asked.
 */
import type { Product } from '@svc/api'
import { acceptCheckout } from '../checkout/checkouts/accept-checkout.ts'
import { authoriseCard } from '../checkout/checkouts/authorise-card.ts'
import { enterCard } from '../checkout/checkouts/enter-card.ts'
import { saveBuyer } from '../checkout/checkouts/save-buyer.ts'
import type { Authorising } from '../credit/payments/authorising.ts'
import { collectDueLoans } from '../credit/payments/collect-loans.ts'
import type { PaymentProvider, Providers } from '../credit/payments/provider.ts'
import { createResolving } from '../credit/payments/resolving.ts'
import { listDueLoans, listPayments } from '../credit/payments/store.ts'
import { sandboxProviders } from '../credit/sandbox-provider/sandbox-provider.ts'
import { findLoan } from '../kernel/loans/store.ts'
import { findOrder } from '../kernel/orders/store.ts'
import type { Loan } from '../model/loan/loan.ts'
import type { Payment } from '../model/payment/payment.ts'
import type { StoreSettings } from '../model/stores/store-account.ts'
import { claimDue } from '../orders/notifications/claim-due.ts'
import { settleAttempt } from '../orders/notifications/settling.ts'
import type { Database } from '../platform/database/database.ts'
import { createIds } from '../platform/ids.ts'
import { Refused } from '../platform/refusal.ts'
import { createVault } from '../platform/secrets/vault.ts'
import type { Clock } from '../platform/time/clock.ts'
import { buyer, createScenario, type Scenario } from './scenario.ts'

const SECOND_MS = 1_000
type Method = 'authorise' | 'charge' | 'release' | 'refund'
type Asked = { readonly name: Method; readonly key: string }

export type PaymentShop = {
  readonly scenario: Scenario
  readonly authorising: Authorising
  readonly asked: readonly Asked[]
  /** Which request never arrives, or is carried out and its answer gets lost. */
  readonly failing: { before: Method | ''; after: Method | '' }
  pass(seconds: number): void
  /** A checkout that waits for its buyer's signature. */
  waiting(amount: number): Promise<string>
  /** Signs as the routes do it; answers the state, or the code of the refusal. */
  sign(checkoutId: string, number?: string, product?: Product): Promise<string>
  /** The store accepts what was signed. */
  confirm(): Promise<void>
  /** Everything that the provider is to be asked about now. */
  resolve(): Promise<void>
  /** Everything that time has to do to loans now; answers how many there were. */
  collect(collecting?: Authorising): Promise<number>
  payments(id: string): Promise<Payment[]>
  /** `charge succeeded 5000` */
  states(id: string): Promise<string[]>
  keys(name: Method): string[]
  loan(id: string): Promise<Loan>
}

export async function openPaymentShop(
  database: Database,
  settings: Partial<StoreSettings> = {},
): Promise<PaymentShop> {
  let now = new Date('2026-11-21T10:00:00Z').getTime()
  const clock: Clock = { now: () => new Date(now) }
  const ids = createIds(clock)
  const scenario = await createScenario(database, { clock, settings })
  const { writing, caller } = scenario
  const asked: Asked[] = []
  const failing: PaymentShop['failing'] = { before: '', after: '' }
  const authorising: Authorising = {
    ...{ database, clock, ids, providers: watched(database, { ids, asked, failing }) },
    vault: createVault('a secret key of the tests'),
    log: { error: () => {} },
  }
  const resolving = createResolving(authorising)
  const orderOf = (id: string) => ({ storeId: caller.store.id, id })
  const payments = (id: string) => listPayments(database, orderOf(id))
  return {
    ...{ scenario, authorising, asked, failing, payments },
    pass(seconds) {
      now += seconds * SECOND_MS
    },
    async waiting(amount) {
      const { id } = await scenario.checkout(amount)
      await saveBuyer(writing, caller, { checkoutId: id, buyer })
      return id
    },
    sign: (checkoutId, number, product = 'pay_in_4') =>
      sign({ scenario, authorising }, { checkoutId, number, product }),
    confirm: () => confirmAll(scenario),
    async resolve() {
      while ((await resolving.work(() => {})) > 0);
    },
    async collect(collecting = authorising) {
      const due = (await listDueLoans(database, clock.now(), 1_000)).filter(
        ({ storeId }) => storeId === caller.store.id,
      )
      const [failure] = await collectDueLoans(collecting, due)
      if (failure !== undefined) throw failure.error
      return due.length
    },
    async states(id) {
      return (await payments(id)).map(({ kind, state, amount }) => `${kind} ${state} ${amount}`)
    },
    keys: (name) => asked.filter((each) => each.name === name).map(({ key }) => key),
    async loan(id) {
      const loan = await findLoan(database, orderOf(id))
      if (loan === undefined) throw new Error(`order ${id} has no loan`)
      return loan
    },
  }
}

type Watching = Pick<Authorising, 'ids'> & Pick<PaymentShop, 'failing'> & { asked: Asked[] }

/** The sandbox's provider behind a line that can be cut, and that is listened to. */
function watched(database: Database, { ids, asked, failing }: Watching): Providers {
  const inner = sandboxProviders({ database, ids, demo: false })
  return (scope, clock) => {
    const provider = inner(scope, clock)
    if (provider === undefined) return undefined
    const noted =
      <R extends { key: string }, T>(name: Method, ask: (request: R) => Promise<T>) =>
      async (request: R): Promise<T> => {
        if (failing.before === name) throw new Error('the line is dead')
        asked.push({ name, key: request.key })
        const answer = await ask(request)
        if (failing.after === name) throw new Error('the line went dead')
        return answer
      }
    const all: PaymentProvider = {
      ...provider,
      authorise: noted('authorise', provider.authorise),
      release: noted('release', provider.release),
      charge: noted('charge', provider.charge),
      refund: noted('refund', provider.refund),
    }
    return all
  }
}

type Signed = {
  readonly checkoutId: string
  readonly number: string | undefined
  readonly product: Product
}

async function sign(
  { scenario, authorising }: Pick<PaymentShop, 'scenario' | 'authorising'>,
  { checkoutId, number, product }: Signed,
): Promise<string> {
  const { caller, writing } = scenario
  const wish = { product }
  const token = await enterCard(authorising, caller, { checkoutId, number })
  const card = { checkoutId, wish, token, field: 'card_token' } as const
  try {
    const method = await authoriseCard(authorising, caller, card)
    return (await acceptCheckout(writing, caller, { checkoutId, wish, method })).state
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

/** Every store accepts what was signed. */
export async function confirmAll({ writing }: Pick<Scenario, 'writing'>): Promise<void> {
  for (const notification of await claimDue(writing, 100)) {
    const startedAt = writing.clock.now()
    const said = { status: 200, failure: null, response: '{"status":"ok"}' }
    const attempt = { startedAt, durationMs: 1, ...said }
    await settleAttempt(writing, { notification, attempt, verdict: 'ok', retryAfter: undefined })
  }
}

type Death = { readonly at: number; readonly when: 'before' | 'after'; readonly for?: 'ever' }

/**
 * A database that dies when its n-th transaction is about to begin, or has been committed; for
 * once, or for ever.
 */
export function dyingDatabase(database: Database, { at, when, for: long }: Death): Database {
  let count = 0
  return {
    ...database,
    async transaction(queue, work) {
      count++
      const isDead = count === at || (count > at && long === 'ever')
      if (isDead && (when === 'before' || count > at)) throw new Error('killed')
      const outcome = await database.transaction(queue, work)
      if (isDead) throw new Error('killed')
      return outcome
    },
  }
}

export const orderState = async (
  { scenario: { caller } }: PaymentShop,
  database: Database,
  ref: string,
) => (await findOrder(database, { storeId: caller.store.id, sandbox: true, ref }))?.state
