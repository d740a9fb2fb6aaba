import { isLending } from '../../tenancy/caller/lending.ts'
import { answer, type Route, route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { checkAmounts } from './check-amounts.ts'
import { checkAvailability } from './check-availability.ts'
import * as docs from './docs.ts'
import { availabilitiesView, availabilityView } from './view.ts'

/** Whether a page shows the button. The usual request of this kind is answered in quick.ts. */
export function availabilityRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/checkout/button',
      access: { kind: 'public' },
      readByBuyers: true,
      doc: docs.checkAvailability,
      async handle({ caller, query }) {
        const lends = isLending(service, caller)
        const products = checkAvailability(caller, query, { lends })
        return answer(201, availabilityView(products))
      },
    }),
    route({
      method: 'GET',
      path: '/checkout/buttons',
      access: { kind: 'public' },
      doc: docs.checkAmounts,
      async handle({ caller, query }) {
        const lends = isLending(service, caller)
        return answer(200, availabilitiesView(checkAmounts(caller, query, { lends })))
      },
    }),
  ]
}
