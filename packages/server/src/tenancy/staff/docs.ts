/** OpenAPI descriptions of the routes in this folder. */
import { InvitedAnswer, pageQuery, StaffAnswer, StaffPage } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const listStaff: RouteDoc = {
  operation: 'listStaff',
  summary: 'List the staff of the lender and of its stores',
  answers: { 200: StaffPage },
  errors: ['query_invalid'],
  query: pageQuery,
}

export const getStaff: RouteDoc = {
  operation: 'getStaff',
  summary: 'Retrieve a member of staff',
  answers: { 200: StaffAnswer },
  errors: ['staff_not_found'],
}

export const inviteStaff: RouteDoc = {
  operation: 'inviteStaff',
  summary: "Invite a member of the lender's staff",
  answers: { 201: InvitedAnswer },
  errors: ['staff_exists'],
}

export const changeStaff: RouteDoc = {
  operation: 'changeStaff',
  summary: 'Change the name or roles of a member of staff',
  answers: { 200: StaffAnswer },
  errors: ['staff_not_found', 'staff_disabled', 'staff_last_admin'],
}

export const resetFactors: RouteDoc = {
  operation: 'resetStaffFactors',
  summary: 'Create a link for someone who has lost their factors; opening it removes the old ones',
  answers: { 200: InvitedAnswer },
  errors: ['staff_not_found', 'staff_disabled'],
}

export const disableStaff: RouteDoc = {
  operation: 'disableStaff',
  summary: 'Disable a member of staff; their sessions end at once',
  answers: { 200: StaffAnswer },
  errors: ['staff_not_found', 'staff_disabled', 'staff_last_admin'],
}

export const endStaffSessions: RouteDoc = {
  operation: 'endStaffSessions',
  summary: 'End all sessions of a member of staff',
  answers: { 204: null },
  errors: ['staff_not_found'],
}
