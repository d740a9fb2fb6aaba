import { ChangeStaffBody, InviteBody, ReasonBody, StaffAnswer } from '@svc/api'
import { pageView, readPage } from '../../platform/http/paging.ts'
import { withReason } from '../caller/context.ts'
import { deskUrlOf } from '../caller/desk-url.ts'
import {
  answer,
  type DeskRoute,
  deskRoute,
  type LenderRoute,
  lenderRoute,
  NO_CONTENT,
  type Route,
} from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { personView } from '../staff-accounts/view.ts'
import { changePerson } from './change-person.ts'
import { disablePerson } from './disable-person.ts'
import * as docs from './docs.ts'
import { endSessions } from './end-sessions.ts'
import { getPerson } from './get-person.ts'
import { invitation, person } from './input.ts'
import { invitePerson } from './invite-person.ts'
import { listStaff } from './list-staff.ts'
import { recoverPerson } from './recover-person.ts'
import { invitedView, staffItem } from './view.ts'

const desk = { kind: 'desk', session: 'full' } as const
const reading = { ...desk, permission: 'staff:read' } as const
/** Rights are granted by people who have just confirmed a factor. */
const writing = { permission: 'staff:write', stepUp: true, peopleOnly: true } as const
/** Protective actions are not slowed down. */
const ending = { ...desk, permission: 'staff:end' } as const

export function staffRoutes(service: Service): Route[] {
  return [...readingRoutes(service), ...writingRoutes(service), ...endingRoutes()]
}

function readingRoutes(service: Service): DeskRoute[] {
  return [
    deskRoute({
      method: 'GET',
      path: '/lender/staff',
      access: reading,
      doc: docs.listStaff,
      async handle({ query, baseUrl }) {
        const page = readPage(query)
        const { count, people } = await listStaff(service, page)
        const url = `${baseUrl}/lender/staff`
        return answer(200, pageView(people.map(staffItem), { count, url, query, page }))
      },
    }),
    deskRoute({
      method: 'GET',
      path: '/lender/staff/:staffId',
      access: reading,
      doc: docs.getStaff,
      async handle({ params: { staffId } }) {
        return answer(200, personView(await getPerson(service, staffId)))
      },
    }),
  ]
}

/** A second person approves it, if there is one who could. */
function writingRoutes(service: Service): LenderRoute[] {
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/staff',
      ...writing,
      body: InviteBody,
      secretAnswer: true,
      approval: { action: 'staff', object: ({ body }) => invitation(body) },
      doc: docs.inviteStaff,
      handle({ body: { reason, ...input }, writeInRealTime }) {
        return writeInRealTime(
          (acting) => invitePerson(withReason(acting, reason), input),
          (invited) =>
            answer(
              201,
              invitedView(invited, deskUrlOf(service)),
              `/lender/staff/${invited.person.id}`,
            ),
        )
      },
    }),
    lenderRoute({
      method: 'PATCH',
      path: '/lender/staff/:staffId',
      ...writing,
      ...{ body: ChangeStaffBody, knownBy: StaffAnswer },
      approval: { action: 'roles', object: ({ params }) => person(params) },
      doc: docs.changeStaff,
      handle({ params, body: { reason, ...change }, caller, writeInRealTime }) {
        const input = { ...params, actorId: caller.principal.id, change }
        return writeInRealTime(
          (acting) => changePerson(withReason(acting, reason), input),
          (changed) => answer(200, personView(changed)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/staff/:staffId/factors/reset',
      ...writing,
      body: ReasonBody,
      secretAnswer: true,
      approval: { action: 'factors_reset', object: ({ params }) => person(params) },
      doc: docs.resetFactors,
      handle({ params, body: { reason }, writeInRealTime }) {
        return writeInRealTime(
          (acting) => recoverPerson(withReason(acting, reason), params),
          (reset) => answer(200, invitedView(reset, deskUrlOf(service))),
        )
      },
    }),
  ]
}

function endingRoutes(): DeskRoute[] {
  return [
    deskRoute({
      method: 'POST',
      path: '/lender/staff/:staffId/disable',
      access: ending,
      doc: docs.disableStaff,
      async handle({ params, writing: acting }) {
        return answer(200, personView(await disablePerson(acting, params)))
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/staff/:staffId/end-sessions',
      access: ending,
      doc: docs.endStaffSessions,
      async handle({ params, writing: acting }) {
        await endSessions(acting, params)
        return NO_CONTENT
      },
    }),
  ]
}
