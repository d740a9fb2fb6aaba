import { createHash } from 'node:crypto'
import type { Logout, Provider } from '../../model/staff/provider.ts'
import { Written } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { RealWriting } from '../caller/context.ts'
import { challengeRow, wasAnswered } from '../factors/store.ts'
import { endSessions } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { findPersonBySubject, lockPerson } from '../staff-accounts/store.ts'

/** By whom the log has it, beside the route and the address that it came from. */
const ACTOR = { kind: 'service', id: null, name: 'identity provider' } as const

/**
 * Ends all sessions of the person whom the provider's token names; each token counts once. Nobody
 * whom it names is here: nothing is to be done. Errors: `body_invalid`, `oidc_unavailable`.
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
    const person = await lockPerson(tx, known?.id ?? '')
    if (person === undefined) return tx.commit(undefined)
    const hash = hashOf(logout)
    if (await wasAnswered(tx, hash)) {
      throw new Refused('body_invalid', { fields: { logout_token: ['was used before'] } })
    }
    const open = await listOpenSessions(tx, person.id)
    const used = Written.technically('sign_in', challengeRow(hash, logout.expiresAt))
    return tx.commit(undefined, ...endSessions({ ...writing, acting }, open, 'ended'), used)
  })
}

const hashOf = ({ issuer, id }: Logout): string =>
  createHash('sha256').update(`oidc logout/${issuer}/${id}`).digest('hex')
