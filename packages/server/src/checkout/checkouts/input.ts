import type { Buyer, Completion, Customer } from '@svc/api'
/** Missing customer data are made up: this is the sandbox. */
export function filledIn(completion: Completion, customer: Customer): Buyer {
  return {
    first_name: customer.first_name ?? 'Ada',
    last_name: customer.last_name ?? 'Prueba',
    phone: customer.phone ?? '600000000',
    birthday: customer.birthday ?? '1990-01-01',
    document_id: completion.document_id ?? '12345678Z',
    ...(completion.income === undefined ? {} : { income: completion.income }),
  }
}
