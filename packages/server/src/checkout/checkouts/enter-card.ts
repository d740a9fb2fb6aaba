import { createHash } from 'node:crypto'
import { decideCard } from '../../credit/sandbox-provider/rules.ts'
import { cardRow } from '../../credit/sandbox-provider/store.ts'
import { Written } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Caller, TimedReading } from '../../tenancy/caller/context.ts'
import { findCheckout } from './store.ts'

/** Everything that a card needs in addition to its number. */
const VALID = { expiry: '12/99', cvc: '123' }

type EnterInput = { readonly checkoutId: string; readonly number: string | undefined }

/**
 * Enters the card that the sandbox's tool names as its buyer would have, and answers its token: the
 * same number is the same card of a checkout. Only numbers of the sandbox's cards are taken.
 */
export async function enterCard(
  { database, clock }: TimedReading,
  { store, sandbox }: Caller,
  { checkoutId, number }: EnterInput,
): Promise<string | undefined> {
  if (number === undefined) return undefined
  const at = clock.now()
  const decided = decideCard({ number, ...VALID }, at)
  if (decided.refused !== undefined) {
    const sentences = decided.detail?.fields?.number ?? []
    throw new Refused('body_invalid', { fields: { card: sentences } })
  }
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  if ((await findCheckout(database, key)) === undefined) return undefined
  const digits = number.replace(/[^0-9]/g, '')
  const hash = createHash('sha256').update(`${checkoutId}/${digits}`).digest('hex')
  const token = `card_${hash.slice(0, 32)}`
  const row = cardRow(key, { token, card: decided.plan, at })
  await database.transaction(null, async (tx) =>
    tx.commit(undefined, Written.technically('provider', row)),
  )
  return token
}
