import type { Provider } from '../../model/staff/provider.ts'
import { Written } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { RealWriting } from '../caller/context.ts'
import { wasAnswered } from '../factors/store.ts'
import { endSessions } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { hashOfLogout, logoutRow } from '../sign-in/logouts.ts'
import { findPersonBySubject, lockPerson, lockStaff } from '../staff-accounts/store.ts'

/** The principal in the log, together with route and address. */
const ACTOR = { kind: 'service', id: null, name: 'identity provider' } as const

/**
 * Ends all sessions of the person whom the provider's token names, and what they began with the
 * provider to get one; each token counts once. Errors: `body_invalid`, `oidc_unavailable`.
 */
export async function endByProvider(
  writing: RealWriting,
  provider: Pick<Provider, 'proveLogout'>,
  token: string,
): Promise<void> {
  const logout = await provider.proveLogout(token)
  const acting = { ...writing.acting, principal: ACTOR }
  return writing.writer.transaction(null, async (tx) => {
    const known = await findPersonBySubject(tx, logout)
    // Somebody may open their link with this account at the same moment.
    if (known === undefined) await lockStaff(tx)
    const { id } = known ?? (await findPersonBySubject(tx, logout)) ?? { id: '' }
    const person = await lockPerson(tx, id)
    if (await wasAnswered(tx, hashOfLogout(logout))) {
      throw new Refused('body_invalid', { fields: { logout_token: ['was used before'] } })
    }
    const open = person === undefined ? [] : await listOpenSessions(tx, person.id)
    const used = Written.technically('sign_in', logoutRow(logout, writing.clock.now()))
    return tx.commit(undefined, ...endSessions({ ...writing, acting }, open, 'ended'), used)
  })
}
