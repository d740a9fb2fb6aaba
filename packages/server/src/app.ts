import type { FastifyInstance } from 'fastify'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { createQuickAvailability } from './availability/quick.ts'
import { availabilityRoutes } from './availability/routes.ts'
import { browserScriptRoutes } from './browser-script/routes.ts'
import { articleRoutes } from './campaigns/article-routes.ts'
import { campaignRoutes } from './campaigns/routes.ts'
import { captureRoutes } from './captures/routes.ts'
import { checkoutPageRoutes } from './checkout-pages/routes.ts'
import { buyerRoutes } from './checkouts/buyer-routes.ts'
import { cardRoutes } from './checkouts/card-routes.ts'
import { challengeRoutes } from './checkouts/challenge-routes.ts'
import { buyerDecisionRoutes } from './checkouts/decision-routes.ts'
import { pageRoutes } from './checkouts/page-routes.ts'
import { checkoutRoutes } from './checkouts/routes.ts'
import { decisionRoutes } from './decisions/routes.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { placeEvents } from './events/place-events.ts'
import { eventRoutes } from './events/routes.ts'
import { financingRoutes } from './financing/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { healthRoutes } from './http/health-routes.ts'
import { alsoUnderMerchant } from './http/merchant-paths.ts'
import type { Route } from './http/route.ts'
import { createServer } from './http/server.ts'
import type { Service } from './http/service.ts'
import { loanRoutes } from './loans/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { withReference } from './openapi/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { cardFrameRoutes } from './sandbox-provider/routes.ts'
import { paymentRoutes } from './settlements/routes.ts'
import { statementRoutes } from './statements/routes.ts'
import { storeWorks } from './store-works.ts'
import { storeRoutes } from './stores/routes.ts'
import { testClockRoutes } from './test-clocks/routes.ts'
import { createTravel } from './test-clocks/travel.ts'
import { voidRoutes } from './voids/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

/** The routes of the verticals. */
export function routesOf(service: Service): Route[] {
  return [
    ...healthRoutes(service),
    ...browserScriptRoutes(service),
    ...availabilityRoutes(service),
    ...financingRoutes(service),
    ...checkoutRoutes(service),
    ...pageRoutes(service),
    ...checkoutPageRoutes(service),
    ...buyerRoutes(service),
    ...challengeRoutes(service),
    ...cardRoutes(service),
    ...cardFrameRoutes(service),
    ...buyerDecisionRoutes(service),
    ...orderRoutes(service),
    ...decisionRoutes(service),
    ...captureRoutes(service),
    ...voidRoutes(service),
    ...refundRoutes(service),
    ...loanRoutes(service),
    ...historyRoutes(service),
    ...documentRoutes(service),
    ...notificationRoutes(service),
    ...eventRoutes(service),
    ...webhookRoutes(service),
    ...deliveryRoutes(service),
    ...paymentRoutes(service),
    ...payoutRoutes(service, (key) => placeEvents(service, key)),
    ...statementRoutes(service),
    ...storeRoutes(service),
    ...apiKeyRoutes(service),
    ...testClockRoutes(service, createTravel(service, storeWorks(service))),
    ...alsoUnderMerchant([...campaignRoutes(service), ...articleRoutes(service)]),
  ]
}

/** With those that describe the others. */
export function allRoutes(service: Service, more: readonly Route[] = []): Route[] {
  return withReference(service, [...routesOf(service), ...more])
}

export function createApp(service: Service, more: readonly Route[] = []): FastifyInstance {
  return createServer(service, allRoutes(service, more), createQuickAvailability)
}
