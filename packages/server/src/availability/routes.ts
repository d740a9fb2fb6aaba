import { AvailabilityAnswer, ProductType, Type } from '@svc/api'
import { answer, type Route } from '../http/route.ts'
import type { Service } from '../http/service.ts'
import { checkAvailability } from './check-availability.ts'
import { availabilityView } from './view.ts'

/** Whether a page shows the button. The usual request of this kind is answered in quick.ts. */
export function availabilityRoutes({ demo }: Service): Route[] {
  return [
    {
      method: 'GET',
      path: '/checkout/button',
      access: { kind: 'public' },
      readByBuyers: true,
      doc: {
        operation: 'checkAvailability',
        summary: 'Whether an amount is financed, and by which products',
        query: {
          amount: Type.Integer({ minimum: 0, description: 'What is bought, in minor units.' }),
          currency: Type.String({ description: 'ISO 4217 code.' }),
          'product[type]': Type.Optional(ProductType),
        },
        answers: { 201: AvailabilityAnswer },
        errors: ['query_invalid', 'financing_unavailable'],
      },
      async handle({ caller, query }) {
        const configured = caller.sandbox || demo
        const products = checkAvailability(caller, query, { configured })
        return answer(201, availabilityView(products))
      },
    },
  ]
}
