import { cents, LoanNoteBody, LoanPromiseBody } from '@svc/api'
import { fileRoute, listRoute } from '../../tenancy/caller/list-route.ts'
import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { exportLoans } from './export-loans.ts'
import { findPlace } from './find-place.ts'
import { getLoan } from './get-loan.ts'
import { promisedDay } from './input.ts'
import { listLoans } from './list-loans.ts'
import { lenderLoanItem, lenderLoanView, noteView, summaryView } from './view.ts'
import { writeNote } from './write-note.ts'

export function lenderLoanRoutes(service: Service): Route[] {
  const reading = () => ({ database: service.database, clock: service.clocks.real })
  return [
    listRoute({
      path: '/lender/loans',
      permission: 'loans:read',
      doc: docs.listLoans,
      async read({ caller, query }) {
        const { summary, ...listed } = await listLoans(reading(), caller, query)
        return { ...listed, summary: summary && summaryView(summary) }
      },
      view: lenderLoanItem,
    }),
    fileRoute({
      path: '/lender/loans.csv',
      doc: docs.exportLoans,
      read: ({ caller, query, writing, mayStill }) =>
        exportLoans({ ...reading(), writing, mayStill }, caller, query),
    }),
    lenderRoute({
      method: 'GET',
      path: '/lender/loans/:loanId',
      permission: 'loans:read',
      doc: docs.getLoan,
      async handle({ caller, params, writing }) {
        const loan = await getLoan({ ...service, writing }, caller, params.loanId)
        return answer(200, lenderLoanView(loan))
      },
    }),
    ...noteRoutes(service),
  ]
}

function noteRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/notes',
      permission: 'notes:write',
      doc: docs.writeNote,
      body: LoanNoteBody,
      async handle({ caller, params, body, writeFor }) {
        const place = await findPlace(service, caller, { id: params.loanId })
        const note = { kind: 'note', note: body.note, amount: null, promisedOn: null } as const
        return writeFor(
          { storeId: place.store.id },
          (writing) => writeNote(writing, place, note),
          (written) => answer(201, noteView(written)),
        )
      },
    }),
    lenderRoute({
      method: 'POST',
      path: '/lender/loans/:loanId/promises',
      permission: 'notes:write',
      doc: docs.keepPromise,
      body: LoanPromiseBody,
      async handle({ caller, params, body, writeFor }) {
        const place = await findPlace(service, caller, { id: params.loanId })
        const { amount, on, note = null } = body
        const promisedOn = promisedDay(on)
        const promise = { kind: 'promise', note, amount: cents(amount), promisedOn } as const
        return writeFor(
          { storeId: place.store.id },
          (writing) => writeNote(writing, place, promise),
          (written) => answer(201, noteView(written)),
        )
      },
    }),
  ]
}
