import { ChangeMemberBody, InviteMemberBody } from '@svc/api'
import { pageView, readPage } from '../../platform/http/paging.ts'
import { assert } from '../../platform/refusal.ts'
import { deskUrlOf } from '../caller/desk-url.ts'
import { type ApiRequest, answer, NO_CONTENT, type Route, route } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { changeMember } from './change-member.ts'
import * as docs from './docs.ts'
import { getRights } from './get-rights.ts'
import { inviteMember } from './invite-member.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'
import { invitedMemberView, memberView, storeRolesView } from './view.ts'

const people = { kind: 'private', scope: null, peopleOnly: true } as const
const everybody = { ...people, permission: 'own:read' } as const
const reading = { ...people, permission: 'staff:read' } as const
const writing = { ...people, permission: 'staff:write', stepUp: true } as const

/** The store, and the calling owner. */
function own({ caller, acting }: Pick<ApiRequest, 'caller' | 'acting'>) {
  const { id: actorId } = acting().principal
  // The gate admits only people.
  assert(actorId !== null, 'a person asks')
  return { storeId: caller.store.id, actorId }
}

/** The members of a store, whom an owner invites, changes and removes, and their permissions. */
export function memberRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/me/roles',
      access: everybody,
      doc: docs.listStoreRoles,
      async handle(request) {
        return answer(200, storeRolesView(await getRights(service, own(request))))
      },
    }),
    route({
      method: 'GET',
      path: '/me/staff',
      access: reading,
      doc: docs.listMembers,
      async handle({ caller, query, baseUrl }) {
        const page = readPage(query)
        const { count, members } = await listMembers(service, caller.store.id, page)
        const url = `${baseUrl}/me/staff`
        return answer(200, pageView(members.map(memberView), { count, url, query, page }))
      },
    }),
    route({
      method: 'POST',
      path: '/me/staff',
      access: writing,
      body: InviteMemberBody,
      secretAnswer: true,
      doc: docs.inviteMember,
      handle(request) {
        const input = { ...own(request), wish: request.body }
        return request.writeInRealTime(
          (acting) => inviteMember(acting, input),
          (invited) => answer(201, invitedMemberView(invited, deskUrlOf(service))),
        )
      },
    }),
    route({
      method: 'PATCH',
      path: '/me/staff/:staffId',
      access: writing,
      body: ChangeMemberBody,
      doc: docs.changeMember,
      handle(request) {
        const input = { ...own(request), ...request.params, ...request.body }
        return request.writeInRealTime(
          (acting) => changeMember(acting, input),
          (member) => answer(200, memberView(member)),
        )
      },
    }),
    route({
      method: 'DELETE',
      path: '/me/staff/:staffId',
      access: writing,
      doc: docs.removeMember,
      handle(request) {
        const input = { ...own(request), ...request.params }
        return request.writeInRealTime(
          (acting) => removeMember(acting, input),
          () => NO_CONTENT,
        )
      },
    }),
  ]
}
