import { createHash } from 'node:crypto'
import type { Action } from '../../model/actions/action.ts'
import type { Person } from '../../model/staff/person.ts'
import type { Session, SessionEnd } from '../../model/staff/session.ts'
import type { RowSet, Written } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { planSession } from './rules.ts'
import { sessionEnd, sessionRenewal, sessionRow } from './store.ts'

const TOKEN_BYTES = 32

/** The cookie's content is not stored: the table has its hash. */
export type Issued = {
  readonly person: Person
  readonly session: Session
  readonly token: string
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

function newToken({ ids }: Pick<RealWriting, 'ids'>): string {
  return ids.bytes(TOKEN_BYTES).toString('base64url')
}

type Begun = { readonly issued: Issued; readonly written: readonly Written[] }

type Beginning = {
  readonly person: Person
  readonly factor: Session['factor']
  readonly open: readonly Session[]
  /** When they were confirmed, if that was elsewhere and earlier. */
  readonly freshAt?: Date
  /** The factor or link that the sign-in uses up. */
  readonly uses?: readonly RowSet[]
}

/**
 * Creates a session, and ends the oldest if there are too many. Refusals: `sign_in_failed`,
 * `link_invalid`.
 */
export function beginSession(
  writing: RealWriting,
  { person, factor, open, freshAt, uses = [] }: Beginning,
): Begun {
  const { clock, ids, acting, staffOnly = false } = writing
  // As if their factor or link did not exist.
  if (staffOnly && person.kind === 'store') {
    throw new Refused(factor === 'link' ? 'link_invalid' : 'sign_in_failed')
  }
  const now = clock.now()
  const { session: plan, ends } = planSession({ factor, open, now, ...(freshAt && { freshAt }) })
  const { address, agent } = acting
  const session = { ...plan, id: ids.next(), staffId: person.id, address, agent }
  const token = newToken(writing)
  const started: Action = {
    action: 'session.start',
    object: { kind: 'session', id: session.id },
    storeId: null,
    changes: { kind: change(session.kind), factor: change(factor) },
  }
  return {
    issued: { person, session, token },
    written: [
      acted(writing, started, sessionRow(session, hashToken(token)), ...uses),
      ...endSessions(writing, ends, 'replaced'),
    ],
  }
}

type Renewal = Pick<Beginning, 'person' | 'uses'> & { readonly session: Session }

/** The session continues with a new token. */
export function renewSession(
  writing: RealWriting,
  { person, session, uses = [] }: Renewal,
  action: Action,
): Begun {
  const token = newToken(writing)
  return {
    issued: { person, session, token },
    written: [acted(writing, action, sessionRenewal(session, hashToken(token)), ...uses)],
  }
}

export function endSessions(
  writing: RealWriting,
  sessions: readonly Session[],
  because: SessionEnd,
): Written[] {
  const now = writing.clock.now()
  return sessions.map((session) => {
    const action: Action = {
      action: 'session.end',
      object: { kind: 'session', id: session.id },
      storeId: null,
      changes: { ended: change(because) },
    }
    return acted(writing, action, sessionEnd(session, now, because))
  })
}

const change = (next: string) => ({ old: null, new: next })
