import type { Action } from '../../model/actions/action.ts'
import { canSignIn, type Factors, type Person } from '../../model/staff/person.ts'
import type { Session } from '../../model/staff/session.ts'
import type { Committed, RowSet, Transaction } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { endSessions, type Issued, renewSession } from '../sessions/issue.ts'
import { enrolled } from '../sessions/rules.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { lockPerson } from '../staff-accounts/store.ts'

/** The person, and the session in which factors are changed. */
export type Own = { readonly staffId: string; readonly sessionId: string }

type OwnPlace = {
  readonly person: Person
  readonly own: Session
  readonly others: readonly Session[]
}

/** Locks the person, so that their factors and sessions stay as they are read. */
export async function lockOwn(tx: Transaction, { staffId, sessionId }: Own): Promise<OwnPlace> {
  const person = await lockPerson(tx, staffId)
  const open = await listOpenSessions(tx, staffId)
  const own = open.find(({ id }) => id === sessionId)
  if (own === undefined || person === undefined || person.disabledAt !== null) {
    throw new Refused('session_ended')
  }
  return { person, own, others: open.filter((each) => each !== own) }
}

type Change = {
  readonly name: Extract<Action['action'], `factor.${string}`>
  /** The name of the change in the log. */
  readonly factor: string
  /** The factors that the person has afterwards. */
  readonly left: Factors
  readonly rowSets: readonly RowSet[]
}

/**
 * Writes a change of factors: all other sessions of the person end, and a session for setting up
 * factors becomes a full one, with a new token, as soon as there is a way to sign in.
 */
export function commitChange(
  writing: RealWriting,
  tx: Transaction,
  { place: { person, own, others }, change }: { readonly place: OwnPlace; readonly change: Change },
): Committed<Issued | null> {
  const action: Action = {
    action: change.name,
    object: { kind: 'staff', id: person.id },
    storeId: null,
    changes: { factor: { old: null, new: change.factor } },
  }
  const ends = endSessions(writing, others, 'factors_changed')
  if (own.kind !== 'enrolment' || !canSignIn(change.left)) {
    return tx.commit(null, acted(writing, action, ...change.rowSets), ...ends)
  }
  const session = enrolled(own, writing.clock.now())
  const renewal = { person, session, uses: change.rowSets }
  const { issued, written } = renewSession(writing, renewal, action)
  return tx.commit(issued, ...ends, ...written)
}
