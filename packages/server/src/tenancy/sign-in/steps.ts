import type { Action } from '../../model/actions/action.ts'
import type { Session } from '../../model/staff/session.ts'

/** The session with a factor that was just confirmed. */
export function steppedUp(
  session: Session,
  factor: 'passkey' | 'totp',
  now: Date,
): { readonly session: Session; readonly action: Action } {
  return {
    session: { ...session, lastSeenAt: now, freshAt: now },
    action: {
      action: 'session.step_up',
      object: { kind: 'session', id: session.id },
      storeId: null,
      changes: { factor: { old: null, new: factor } },
    },
  }
}
