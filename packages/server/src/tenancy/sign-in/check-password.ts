import { Written } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { verifyPassword } from '../../platform/secrets/passwords.ts'
import { findPassword } from '../factors/store.ts'
import { findPersonByEmail } from '../staff-accounts/store.ts'
import { beginAttempt, type Entering } from './attempts.ts'
import { attemptRemoval } from './store.ts'
import { byPassword, makeTicket, type Ticket } from './tickets.ts'
import { refuseOwnFactors } from './ways.ts'

type CheckPasswordInput = {
  readonly email: string
  readonly password: string
  readonly address: string | null
}

/**
 * The first of two steps: a right password returns a ticket for the second. Neither the answer nor
 * its duration tells whether the person exists.
 */
export async function checkPassword(
  signing: Entering,
  { email, password, address }: CheckPasswordInput,
): Promise<Ticket> {
  const attempt = await beginAttempt(signing, { email, address })
  const { database, writer, vault, clock } = signing
  const person = await findPersonByEmail(database, email)
  const stored = await findPassword(database, person?.id ?? '')
  const isRight = await verifyPassword(password, stored?.hash)
  if (!isRight || stored === undefined || person?.disabledAt !== null) {
    throw new Refused('sign_in_failed')
  }
  await refuseOwnFactors(database, person, signing)
  const ticket = makeTicket({ vault, now: clock.now() }, byPassword(stored))
  return writer.transaction(null, async (tx) =>
    tx.commit(ticket, Written.technically('sign_in', attemptRemoval(attempt))),
  )
}
