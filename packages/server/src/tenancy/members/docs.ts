/** OpenAPI descriptions of the routes in this folder. */
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
  summary: 'List the roles of the store with their permissions, and those of the caller',
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
  summary: 'Add a member to the store; only this answer contains their invitation link',
  answers: { 201: InvitedMemberAnswer },
  errors: ['staff_exists'],
}

export const changeMember: RouteDoc = {
  operation: 'changeMember',
  summary: 'Change the role of a member; their sessions end',
  answers: { 200: MemberAnswer },
  errors: ['staff_not_found', 'staff_last_owner'],
}

export const removeMember: RouteDoc = {
  operation: 'removeMember',
  summary: 'Remove a member; their sessions end',
  answers: { 204: null },
  errors: ['staff_not_found', 'staff_last_owner'],
}
