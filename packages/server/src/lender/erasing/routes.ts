import { ErasePersonBody } from '@svc/api'
import { answer, type LenderRoute, lenderRoute } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { erasePerson } from './erase-person.ts'
import { erasedView } from './view.ts'

export function erasingRoutes({ demo }: Service): LenderRoute[] {
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/people/:personId/erase',
      permission: 'people:erase',
      stepUp: true,
      approval: {
        action: 'person_erase',
        object: ({ params }) => ({ kind: 'person', id: params.personId }),
      },
      body: ErasePersonBody,
      dryRun: true,
      doc: docs.erasePerson,
      async handle({ caller: { sandbox }, params: { personId: id }, body, writeInRealTime }) {
        return writeInRealTime(
          (writing) => erasePerson(writing, { id, sandbox, demo, ...body }),
          (erased) => answer(200, erasedView(erased)),
        )
      },
    }),
  ]
}
