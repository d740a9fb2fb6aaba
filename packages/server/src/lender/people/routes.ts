import { RevealPersonBody, SearchPeopleBody } from '@svc/api'
import { csvHeaders } from '../../platform/http/csv.ts'
import { answerList } from '../../tenancy/caller/answer-list.ts'
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

/** As of now. */
const readingOf = ({ database, clocks }: Service) => ({ database, clock: clocks.real })

function readingRoutes(service: Service): LenderRoute[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/people',
      permission: 'people:read',
      doc: docs.listPeople,
      async handle(request) {
        const listed = await listPeople(readingOf(service), request.caller, request.query)
        return answerList(request, '/lender/people', listed, personItem)
      },
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/people.csv',
      ...{ permission: 'exports:write', stepUp: true, doc: docs.exportPeople },
      async handle({ caller, query, writing, mayStill }) {
        const exporting = { ...readingOf(service), writing, mayStill }
        const content = await exportPeople(exporting, caller, query)
        return { content, headers: csvHeaders('people.csv') }
      },
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
