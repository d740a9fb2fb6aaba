/** What the OpenAPI document says of the routes beside this file. */
import {
  InvitedMemberAnswer,
  MemberAnswer,
  MemberPage,
  pageQuery,
  StoreRolesAnswer,
} from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const listStoreRoles: RouteDoc = {
  operation: 'listStoreRoles',
  summary: 'Which people of the store may do what, and what the caller may do',
  answers: { 200: StoreRolesAnswer },
}

export const listMembers: RouteDoc = {
  operation: 'listMembers',
  summary: 'List the people of the store',
  answers: { 200: MemberPage },
  errors: ['query_invalid'],
  query: pageQuery,
}

export const inviteMember: RouteDoc = {
  operation: 'inviteMember',
  summary: 'Make somebody a member of the store: the answer holds their link, once',
  answers: { 201: InvitedMemberAnswer },
  errors: ['staff_exists'],
}

export const changeMember: RouteDoc = {
  operation: 'changeMember',
  summary: 'Give a person of the store another role: every session of theirs ends',
  answers: { 200: MemberAnswer },
  errors: ['staff_not_found', 'staff_last_owner'],
}

export const removeMember: RouteDoc = {
  operation: 'removeMember',
  summary: 'End a membership: every session of the person ends',
  answers: { 204: null },
  errors: ['staff_not_found', 'staff_last_owner'],
}
