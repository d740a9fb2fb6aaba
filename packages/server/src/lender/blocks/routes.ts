import { BlockPersonBody, UnblockPersonBody } from '@svc/api'
import { answer, type LenderRoute, lenderRoute } from '../../tenancy/caller/route.ts'
import { personItem } from '../people/view.ts'
import { blockPerson } from './block-person.ts'
import * as docs from './docs.ts'
import { unblockPerson } from './unblock-person.ts'

export function blockRoutes(): LenderRoute[] {
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/people/:personId/block',
      permission: 'people:block',
      body: BlockPersonBody,
      doc: docs.blockPerson,
      async handle({ caller, params: { personId: id }, body, writeInRealTime }) {
        return writeInRealTime(
          (writing) => blockPerson(writing, caller, { id, ...body }),
          (person) => answer(200, personItem(person)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/people/:personId/unblock',
      permission: 'people:unblock',
      approval: {
        action: 'person_unblock',
        object: ({ params }) => ({ kind: 'person', id: params.personId }),
      },
      body: UnblockPersonBody,
      doc: docs.unblockPerson,
      async handle({ caller, params: { personId: id }, body, writeInRealTime }) {
        return writeInRealTime(
          (writing) => unblockPerson(writing, caller, { id, ...body }),
          (person) => answer(200, personItem(person)),
        )
      },
    }),
  ]
}
