import { MergePersonBody, SplitPersonBody } from '@svc/api'
import { answer, type LenderRoute, lenderRoute } from '../../tenancy/caller/route.ts'
import { personItem } from '../people/view.ts'
import * as docs from './docs.ts'
import { mergePerson } from './merge-person.ts'
import { splitPerson } from './split-person.ts'

export function mergingRoutes(): LenderRoute[] {
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/people/:personId/merge',
      permission: 'people:merge',
      approval: {
        action: 'person_merge',
        object: ({ params }) => ({ kind: 'person', id: params.personId }),
      },
      body: MergePersonBody,
      dryRun: true,
      doc: docs.mergePerson,
      async handle({ caller, params: { personId: id }, body, writeInRealTime }) {
        return writeInRealTime(
          (writing) => mergePerson(writing, caller, { id, ...body }),
          (person) => answer(200, personItem(person)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/people/:personId/split',
      permission: 'people:merge',
      approval: {
        action: 'person_split',
        object: ({ params }) => ({ kind: 'person', id: params.personId }),
      },
      body: SplitPersonBody,
      dryRun: true,
      doc: docs.splitPerson,
      async handle({ caller, params: { personId: id }, body, writeInRealTime }) {
        return writeInRealTime(
          (writing) => splitPerson(writing, caller, { id, ...body }),
          (person) => answer(200, personItem(person)),
        )
      },
    }),
  ]
}
