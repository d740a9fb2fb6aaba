/** What the OpenAPI document says of the routes beside this file. */
import { FoundPeopleAnswer, LenderPersonPage, RevealedAnswer } from '@svc/api'
import { fileDoc, type RouteDoc } from '../../tenancy/caller/route.ts'
import { personListOf } from './list-store.ts'
import { PEOPLE_MAX } from './rules.ts'

export const listPeople: RouteDoc = {
  operation: 'listPeople',
  summary: 'List persons across all stores, newest first',
  answers: { 200: LenderPersonPage },
  list: personListOf(new Date(0)),
}

export const exportPeople = fileDoc('exportPeople', personListOf(new Date(0)), PEOPLE_MAX)

export const searchPeople: RouteDoc = {
  operation: 'searchPeople',
  summary: 'Find persons by document, phone number, e-mail address or name',
  answers: { 200: FoundPeopleAnswer },
}

export const revealPerson: RouteDoc = {
  operation: 'revealPerson',
  summary: "Reveal a person's identifying data in this answer; the action is logged",
  answers: { 200: RevealedAnswer },
  errors: ['person_not_found'],
}
