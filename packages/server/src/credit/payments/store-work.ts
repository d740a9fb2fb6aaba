import { findPayment, listDueLoansOf, listRequestedOf } from '../../kernel/payments/store.ts'
import { assert } from '../../platform/refusal.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { type StoreWork, workInBatches, workOnItems } from '../../tenancy/test-clocks/store-work.ts'
import { COLLECTED_AT_ONCE, collectLoans } from './collect-loans.ts'
import type { Providers } from './provider.ts'
import { resolvePayment } from './resolve-payment.ts'

type Paying = Service & { readonly providers: Providers }

/** The effects of time on the loans of one store: instalments, charges, late charges, credit. */
export function loanWork(service: Paying): StoreWork {
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

/** The look-ups at the provider, for one store. */
export function paymentWork(service: Paying): StoreWork {
  return workOnItems({
    name: 'payments',
    list: listRequestedOf,
    async carryOut(writing, { storeId }, id) {
      const payment = await findPayment(writing.database, { storeId, id })
      assert(payment !== undefined, `payment ${id} is gone`)
      await resolvePayment({ ...service, ...writing }, payment)
    },
  })
}
