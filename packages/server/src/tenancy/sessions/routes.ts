import { answer, type DeskRoute, deskRoute, NO_CONTENT } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import * as docs from './docs.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { listedSessionView } from './view.ts'

const access = { kind: 'desk', session: 'enrolment' } as const

export function sessionRoutes({ database, clocks }: Service): DeskRoute[] {
  return [
    deskRoute({
      method: 'GET',
      path: '/lender/me/sessions',
      access,
      doc: docs.listSessions,
      async handle({ signed: { person, session } }) {
        const sessions = await listSessions({ database, clock: clocks.real }, person.id)
        return answer(200, {
          sessions: sessions.map((each) => listedSessionView(each, session.id)),
        })
      },
    }),
    deskRoute({
      method: 'DELETE',
      path: '/lender/me/sessions/:sessionId',
      access,
      doc: docs.endSession,
      async handle({ params: { sessionId }, signed: { person, session }, writing }) {
        const input = { staffId: person.id, sessionId, ownId: session.id }
        await endSession(writing, input)
        return sessionId === session.id ? { ...NO_CONTENT, cookie: null } : NO_CONTENT
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/me/sessions/end-others',
      access,
      doc: docs.endOtherSessions,
      async handle({ signed: { person, session }, writing }) {
        await endOtherSessions(writing, { staffId: person.id, ownId: session.id })
        return NO_CONTENT
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/me/sign-out',
      access,
      doc: docs.signOut,
      async handle({ signed: { person, session }, writing }) {
        const input = { staffId: person.id, sessionId: session.id, ownId: session.id }
        await endSession(writing, input)
        return { ...NO_CONTENT, cookie: null }
      },
    }),
  ]
}
