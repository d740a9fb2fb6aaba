/**
 * The buyers' bank, behind the port of payment providers: good and bad cards, lost answers,
 * requests that never arrive, chargebacks. Its behaviour is decided with the order.
 */

import type { PaymentProvider } from '../../packages/server/src/credit/payments/provider.ts'
import type { FoundOutcome, Outcome } from '../../packages/server/src/model/payment/payment.ts'
import { createRandom } from './random.ts'

export type CardKind = 'good' | 'poor' | 'empty' | 'silent' | 'lossy' | 'taken back'
/** Its answers, in order: the model receives them as well. */
type Said = { readonly key: string; readonly result: FoundOutcome; readonly isNew: boolean }

export type Bank = { readonly provider: PaymentProvider; takeSaid(): Said[] }

type Known = {
  readonly outcome: Outcome
  readonly later: Outcome
  /** How often its result is queried without an answer. */
  vain: number
}

const failed: Outcome = { state: 'failed', reason: 'insufficient_funds' }

/** A card is named by its kind and a number of its own. */
export const cardName = (kind: CardKind, seed: number): string => `${kind}/${seed}`

export function createBank(): Bank {
  const known = new Map<string, Known>()
  const uses = new Map<string, number>()
  const lost = new Set<string>()
  let said: Said[] = []

  async function ask(key: string, token: string): Promise<Outcome> {
    const before = known.get(key)
    if (before !== undefined) return say(key, before.outcome, true)
    const [kind = 'good', seed = '0'] = token.split('/')
    const use = uses.get(token) ?? 0
    uses.set(token, use + 1)
    const chance = createRandom(Number(seed), use, 11)
    const good: Outcome = { state: 'succeeded', reference: `reference ${key}` }
    if (kind === 'lossy' && !lost.has(key) && chance.chance(0.4)) {
      lost.add(key)
      return say(key, { state: 'unknown' }, true)
    }
    const fails = kind === 'empty' || (kind === 'poor' && chance.chance(0.4))
    const later = fails || (kind === 'silent' && chance.chance(0.3)) ? failed : good
    const outcome = kind === 'silent' && chance.chance(0.5) ? unknown : later
    const back = kind === 'taken back' && chance.chance(0.2)
    const answer = back ? { ...good, provisional: true } : outcome
    known.set(key, { outcome: answer, later: back ? failed : later, vain: chance.between(0, 7) })
    return say(key, answer, true)
  }

  function say<T extends FoundOutcome>(key: string, result: T, isNew: boolean): T {
    said.push({ key, result, isNew })
    return result
  }

  const provider: PaymentProvider = {
    name: 'simulation',
    card: async () => ({ brand: 'visa', last4: '0000', expiry: '12/99' }),
    authorise: async ({ key }) => ({ state: 'succeeded', reference: `reference ${key}` }),
    charge: ({ key, token }) => ask(key, token),
    refund: ({ key, token }) => ask(key, token.replace(/^(empty|taken back)/, 'poor')),
    release: async ({ key }) => ({ state: 'succeeded', reference: `reference ${key}` }),
    async find(key) {
      const result = known.get(key)
      if (result === undefined) return say(key, { state: 'never_seen' }, false)
      // It takes a while until the bank itself knows.
      const isKnown = result.outcome !== unknown || result.vain-- <= 0
      return say(key, isKnown ? result.later : unknown, false)
    },
  }
  return {
    provider,
    takeSaid() {
      const taken = said
      said = []
      return taken
    },
  }
}

const unknown: Outcome = { state: 'unknown' }
