import { RevealPersonBody, SearchPeopleBody } from '@svc/api'
import { fileRoute, listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, type LenderRoute, lenderRoute } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { exportPeople } from './export-people.ts'
import { listPeople } from './list-people.ts'
import { revealPerson } from './reveal-person.ts'
import { searchPeople } from './search-people.ts'
import { foundView, personItem, revealedView } from './view.ts'

export function personRoutes(service: Service): LenderRoute[] {
  return [...readingRoutes(service), ...searchRoutes(service)]
}

function readingRoutes(service: Service): LenderRoute[] {
  const reading = () => ({ database: service.database, clock: service.clocks.real })
  return [
    listRoute({
      path: '/lender/people',
      permission: 'people:read',
      doc: docs.listPeople,
      read: ({ caller, query }) => listPeople(reading(), caller, query),
      view: personItem,
    }),
    fileRoute({
      path: '/lender/people.csv',
      doc: docs.exportPeople,
      read: ({ caller, query, writing, mayStill }) =>
        exportPeople({ ...reading(), writing, mayStill }, caller, query),
    }),
  ]
}

function searchRoutes({ vault }: Service): LenderRoute[] {
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/people/search',
      permission: 'people:read',
      body: SearchPeopleBody,
      doc: docs.searchPeople,
      asks: true,
      async handle({ caller, body, writing }) {
        return answer(200, foundView(await searchPeople({ ...writing, vault }, caller, body)))
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/people/:personId/reveal',
      permission: 'people:reveal',
      body: RevealPersonBody,
      doc: docs.revealPerson,
      asks: true,
      async handle({ caller, params: { personId: id }, body, writing }) {
        return answer(200, revealedView(await revealPerson(writing, caller, { id, ...body }), body))
      },
    }),
  ]
}
