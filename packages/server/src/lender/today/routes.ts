import { answer, lenderRoute, type Route } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import * as docs from './docs.ts'
import { getToday } from './get-today.ts'
import { todayView } from './view.ts'

export function todayRoutes(service: Service): Route[] {
  return [
    lenderRoute({
      method: 'GET',
      path: '/lender/me/today',
      permission: 'own:read',
      doc: docs.getToday,
      async handle({ caller }) {
        const reading = { ...service, clock: service.clocks.real }
        return answer(200, todayView(await getToday(reading, caller)))
      },
    }),
  ]
}
