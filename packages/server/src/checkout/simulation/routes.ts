import { SimulationAnswer } from '@svc/api'
import { isLending } from '../../tenancy/caller/lending.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { simulationQuery } from './input.ts'
import { simulatePlans } from './simulate-plans.ts'
import { simulationView } from './view.ts'

/** The content of a product page beside the price. */
export function financingRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/instalment-plan-simulator',
      access: { kind: 'public' },
      doc: {
        operation: 'simulatePlans',
        summary: 'Simulate the plans for an amount, with schedules and annual percentage rates',
        query: simulationQuery,
        answers: { 200: SimulationAnswer },
        errors: ['query_invalid', 'financing_unavailable'],
      },
      async handle({ caller, query, clock }) {
        const lends = isLending(service, caller)
        const timed = { ...service, clock: await clock() }
        const simulation = await simulatePlans(timed, caller, { query, lends })
        return answer(200, simulationView(simulation))
      },
    }),
  ]
}
