import { ProductType, SimulationAnswer, Type } from '@svc/api'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { simulatePlans } from './simulate-plans.ts'
import { simulationView } from './view.ts'

/** What a product's page shows beside its price. */
export function financingRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/instalment-plan-simulator',
      access: { kind: 'public' },
      doc: {
        operation: 'simulatePlans',
        summary: 'What an amount costs in each way to pay, with its schedule and its annual rate',
        query: {
          amount: Type.Integer({ minimum: 0, description: 'What is bought, in minor units.' }),
          currency: Type.Optional(
            Type.String({ description: "ISO 4217 code; by default the store's." }),
          ),
          'product[type]': Type.Optional(ProductType),
          'article-id': Type.Optional(
            Type.String({ description: "The store's id of the article: its campaigns count." }),
          ),
          locale: Type.Optional(
            Type.String({ description: 'Language of the representative example: es or en.' }),
          ),
        },
        answers: { 200: SimulationAnswer },
        errors: ['query_invalid', 'financing_unavailable'],
      },
      async handle({ caller, query, clock }) {
        const configured = caller.sandbox || service.demo
        const timed = { ...service, clock: await clock() }
        const simulation = await simulatePlans(timed, caller, { query, configured })
        return answer(200, simulationView(simulation))
      },
    }),
  ]
}
