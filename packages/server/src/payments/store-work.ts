import type { Service } from '../http/service.ts'
import { assert } from '../refusal.ts'
import { type StoreWork, workInBatches, workOnItems } from '../work/store-work.ts'
import { COLLECTED_AT_ONCE, collectLoans } from './collect-loans.ts'
import { resolvePayment } from './resolve-payment.ts'
import { findPayment, listAskedOf, listDueLoansOf } from './store.ts'

/** What time does to the loans of one store: instalments, charges, late charges, credit. */
export function loanWork(service: Service): StoreWork {
  return workInBatches({
    name: 'loans',
    list: listDueLoansOf,
    batchMax: COLLECTED_AT_ONCE,
    async carryOut(writing, key, ids) {
      const [failure] = await collectLoans({ ...service, ...writing }, { ...key, ids })
      if (failure !== undefined) throw failure.error
    },
  })
}

/** What the provider is asked about, of one store. */
export function paymentWork(service: Service): StoreWork {
  return workOnItems({
    name: 'payments',
    list: listAskedOf,
    async carryOut(writing, { storeId }, id) {
      const payment = await findPayment(writing.database, { storeId, id })
      assert(payment !== undefined, `payment ${id} is gone`)
      await resolvePayment({ ...service, ...writing }, payment)
    },
  })
}
