import { canSignIn } from '../../model/staff/person.ts'
import type { Provider } from '../../model/staff/provider.ts'
import { Written } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { challengeRow, findFactors, wasAnswered } from '../factors/store.ts'
import { beginSession, type Issued } from '../sessions/issue.ts'
import type { SigningIn } from '../sign-in/attempts.ts'
import { wasSignedOut } from '../sign-in/logouts.ts'
import { byProvider, makeTicket, type Ticket } from '../sign-in/tickets.ts'
import { lockStaff } from '../staff-accounts/store.ts'
import { boundPerson, knownPerson } from './arrivals.ts'
import { withRoles } from './claimed-roles.ts'
import { freshSince, provesTwoFactors } from './rules.ts'
import { readTrip } from './trips.ts'

type Coming = SigningIn & { readonly provider: Provider }

type StartWithOidcInput = {
  /** The browser's cookie; undefined: none. */
  readonly cookie: string | undefined
  readonly returnsTo: string
  /** The query with which the provider has redirected, from its `?` on. */
  readonly search: string
}

/** Signed in, or half-way: one of our factors is next. */
export type Started = { readonly issued: Issued } | { readonly ticket: Ticket }

/**
 * Signs in the person who returns from the provider: by its subject identifier, or, the first time,
 * by a link and the verified e-mail address. If it does not report two factors, one of ours is
 * required. Errors: `sign_in_failed`, `link_invalid`, `second_factor_missing`, `oidc_unavailable`.
 */
export async function startWithOidc(
  coming: Coming,
  { cookie, ...returned }: StartWithOidcInput,
): Promise<Started> {
  const { writer, vault, clock, provider } = coming
  const trip = readTrip({ vault, now: clock.now() }, cookie)
  if (trip === undefined) throw new Refused('sign_in_failed')
  const claims = await provider.prove(trip, returned)
  return writer.transaction<Started>(null, async (tx) => {
    // Changes of roles and of the first administrator are serialised.
    if (trip.link !== null || claims.roles !== undefined) await lockStaff(tx)
    const arrival =
      trip.link === null
        ? await knownPerson(tx, claims)
        : await boundPerson(coming, tx, { claims, link: trip.link })
    const isOver =
      (await wasAnswered(tx, trip.hash)) || (await wasSignedOut(tx, claims, trip.startedAt))
    if (isOver) throw new Refused('sign_in_failed')
    const { person, open, written } = await withRoles(coming, tx, { arrival, claims })
    const now = clock.now()
    const used = challengeRow(trip.hash, trip.expiresAt)
    const freshAt = freshSince(claims, now)
    if (provesTwoFactors(claims)) {
      const begun = beginSession(coming, { person, factor: 'oidc', open, freshAt, uses: [used] })
      return tx.commit({ issued: begun.issued }, ...written, ...begun.written)
    }
    if (trip.link !== null) {
      const begun = beginSession(coming, { person, factor: 'link', open, uses: [used] })
      return tx.commit({ issued: begun.issued }, ...written, ...begun.written)
    }
    if (!canSignIn(await findFactors(tx, person.id))) throw new Refused('second_factor_missing')
    const ticket = makeTicket({ vault, now }, byProvider(person))
    return tx.commit({ ticket }, ...written, Written.technically('sign_in', used))
  })
}
