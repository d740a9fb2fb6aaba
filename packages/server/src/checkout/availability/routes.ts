import { AvailabilitiesAnswer, AvailabilityAnswer, limits, ProductType, Type } from '@svc/api'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { checkAmounts } from './check-amounts.ts'
import { checkAvailability } from './check-availability.ts'
import { availabilitiesView, availabilityView } from './view.ts'

const AMOUNTS = `^\\d+(,\\d+){0,${limits.availabilityAmountsMax - 1}}$`

/** Whether a page shows the button. The usual request of this kind is answered in quick.ts. */
export function availabilityRoutes({ demo }: Service): Route[] {
  return [
    route({
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
    }),
    route({
      method: 'GET',
      path: '/checkout/buttons',
      access: { kind: 'public' },
      doc: {
        operation: 'checkAmounts',
        summary: 'Which of several amounts are financed, and by which products',
        query: {
          amounts: Type.String({
            pattern: AMOUNTS,
            description: `Minor units, between commas: 1 to ${limits.availabilityAmountsMax}.`,
          }),
          currency: Type.String({ description: 'ISO 4217 code.' }),
          'product[type]': Type.Optional(ProductType),
        },
        answers: { 200: AvailabilitiesAnswer },
        errors: ['query_invalid'],
      },
      async handle({ caller, query }) {
        const configured = caller.sandbox || demo
        return answer(200, availabilitiesView(checkAmounts(caller, query, { configured })))
      },
    }),
  ]
}
