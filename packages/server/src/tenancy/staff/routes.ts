import { ChangeStaffBody, InviteBody } from '@svc/api'
import { pageView, readPage } from '../../platform/http/paging.ts'
import { answer, type DeskRoute, deskRoute, NO_CONTENT } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { personView } from '../staff-accounts/view.ts'
import { changePerson } from './change-person.ts'
import { disablePerson } from './disable-person.ts'
import * as docs from './docs.ts'
import { endSessions } from './end-sessions.ts'
import { getPerson } from './get-person.ts'
import { invitePerson } from './invite-person.ts'
import { listStaff } from './list-staff.ts'
import { invitedView } from './view.ts'

const desk = { kind: 'desk', session: 'full' } as const
const reading = { ...desk, permission: 'staff:read' } as const
/** Rights are given by whoever has just shown a factor. */
const writing = { ...desk, permission: 'staff:write', stepUp: true } as const
/** What protects is not slowed down. */
const ending = { ...desk, permission: 'staff:end' } as const

export function staffRoutes(service: Service): DeskRoute[] {
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
        return answer(200, pageView(people.map(personView), { count, url, query, page }))
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

function writingRoutes(service: Service): DeskRoute[] {
  return [
    deskRoute({
      method: 'POST',
      path: '/lender/staff',
      access: writing,
      body: InviteBody,
      doc: docs.inviteStaff,
      async handle({ body, writing: acting }) {
        const invited = await invitePerson(acting, body)
        const { id } = invited.person
        return answer(201, invitedView(invited, service.baseUrl()), `/lender/staff/${id}`)
      },
    }),
    deskRoute({
      method: 'PATCH',
      path: '/lender/staff/:staffId',
      access: writing,
      body: ChangeStaffBody,
      doc: docs.changeStaff,
      async handle({ params, body: change, signed, writing: acting }) {
        const input = { ...params, actorId: signed.person.id, change }
        return answer(200, personView(await changePerson(acting, input)))
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
