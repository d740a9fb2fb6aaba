import { availabilityRoutes } from '../checkout/availability/routes.ts'
import { browserScriptRoutes } from '../checkout/browser-script/routes.ts'
import { buyersDocumentRoutes } from '../checkout/buyers-documents/routes.ts'
import { cardFrameRoutes } from '../checkout/card-frame/routes.ts'
import { checkoutPageRoutes } from '../checkout/checkout-pages/routes.ts'
import { buyerRoutes } from '../checkout/checkouts/buyer-routes.ts'
import { cardRoutes } from '../checkout/checkouts/card-routes.ts'
import { challengeRoutes } from '../checkout/checkouts/challenge-routes.ts'
import { buyerDecisionRoutes } from '../checkout/checkouts/decision-routes.ts'
import { pageRoutes } from '../checkout/checkouts/page-routes.ts'
import { checkoutRoutes } from '../checkout/checkouts/routes.ts'
import { decisionRoutes } from '../checkout/decisions/routes.ts'
import { documentRoutes } from '../checkout/documents/routes.ts'
import { financingRoutes } from '../checkout/simulation/routes.ts'
import { loanRoutes } from '../credit/loans/routes.ts'
import { accountRoutes } from '../lender/accounts/routes.ts'
import { actionRoutes } from '../lender/actions/routes.ts'
import { approvalPolicyRoutes } from '../lender/approval-policy/routes.ts'
import { approvalRoutes } from '../lender/approvals/routes.ts'
import { bankAccountRoutes } from '../lender/bank-accounts/routes.ts'
import { blockRoutes } from '../lender/blocks/routes.ts'
import { closingRoutes } from '../lender/closings/routes.ts'
import { creditorRoutes } from '../lender/creditors/routes.ts'
import { lenderDecisionRoutes } from '../lender/decisions/routes.ts'
import { lenderDeliveryRoutes } from '../lender/deliveries/routes.ts'
import { deskPageRoutes } from '../lender/desk-pages/routes.ts'
import { erasingRoutes } from '../lender/erasing/routes.ts'
import { lenderEventRoutes } from '../lender/events/routes.ts'
import { exposurePolicyRoutes } from '../lender/exposure/routes.ts'
import { failureRoutes } from '../lender/failures/routes.ts'
import { figureRoutes } from '../lender/figures/routes.ts'
import { jobRoutes } from '../lender/jobs/routes.ts'
import { lenderKeyRoutes } from '../lender/keys/routes.ts'
import { lenderMoneyRoutes } from '../lender/loans/money-routes.ts'
import { lenderLoanRoutes } from '../lender/loans/routes.ts'
import { mergingRoutes } from '../lender/merging/routes.ts'
import { openedPersonRoutes } from '../lender/opened-people/routes.ts'
import { lenderOrderRoutes } from '../lender/orders/routes.ts'
import { lenderPayoutRoutes } from '../lender/payouts/routes.ts'
import { personRoutes } from '../lender/people/routes.ts'
import { personalDataRoutes } from '../lender/personal-data/routes.ts'
import { requestLogRoutes } from '../lender/request-log/routes.ts'
import { requestRoutes } from '../lender/requests/routes.ts'
import { lenderRoleRoutes } from '../lender/roles/routes.ts'
import { savedViewRoutes } from '../lender/saved-views/routes.ts'
import { lenderStatementRoutes } from '../lender/statements/routes.ts'
import { lenderStoreRoutes } from '../lender/stores/routes.ts'
import { storeStateRoutes } from '../lender/stores/state-routes.ts'
import { termsRoutes } from '../lender/terms/routes.ts'
import { timelineRoutes } from '../lender/timeline/routes.ts'
import { todayRoutes } from '../lender/today/routes.ts'
import { queueAllDeliveries } from '../lender/webhooks/queueing.ts'
import { lenderWebhookRoutes } from '../lender/webhooks/routes.ts'
import { captureRoutes } from '../orders/captures/routes.ts'
import { orderRoutes } from '../orders/editing/routes.ts'
import { historyRoutes } from '../orders/history/routes.ts'
import { notificationRoutes } from '../orders/notifications/routes.ts'
import { refundRoutes } from '../orders/refunds/routes.ts'
import { voidRoutes } from '../orders/voids/routes.ts'
import { deliveryRoutes } from '../outbound/deliveries/routes.ts'
import { eventRoutes } from '../outbound/events/routes.ts'
import { placeAll, placeEvents, placePart } from '../outbound/placing/place-events.ts'
import { webhookRoutes } from '../outbound/webhooks/routes.ts'
import { payoutRoutes } from '../settlement/payouts/routes.ts'
import { paymentRoutes } from '../settlement/settlements/routes.ts'
import { statementRoutes } from '../settlement/statements/routes.ts'
import { storeKeyRoutes } from '../tenancy/api-keys/lender-routes.ts'
import { apiKeyRoutes } from '../tenancy/api-keys/routes.ts'
import type { Caller, LenderCaller } from '../tenancy/caller/context.ts'
import { alsoUnderMerchant } from '../tenancy/caller/merchant-paths.ts'
import type { Route } from '../tenancy/caller/route.ts'
import { articleRoutes } from '../tenancy/campaigns/article-routes.ts'
import { campaignRoutes } from '../tenancy/campaigns/routes.ts'
import { factorRoutes } from '../tenancy/factors/routes.ts'
import { memberRoutes } from '../tenancy/members/routes.ts'
import { oidcRoutes } from '../tenancy/oidc/routes.ts'
import { sessionRoutes } from '../tenancy/sessions/routes.ts'
import { ownRoutes } from '../tenancy/sign-in/own-routes.ts'
import { signInRoutes } from '../tenancy/sign-in/routes.ts'
import { staffRoutes } from '../tenancy/staff/routes.ts'
import { storeRoutes } from '../tenancy/stores/routes.ts'
import { testClockRoutes } from '../tenancy/test-clocks/routes.ts'
import { createAdvance } from './advance/advance.ts'
import { backlogs } from './doctor/facts.ts'
import { createDeciding } from './gate/deciding.ts'
import { isForPrograms } from './gate/doors.ts'
import { healthRoutes } from './gate/health-routes.ts'
import { createQuickAvailability } from './gate/quick.ts'
import { createServer, type HttpServer } from './gate/server.ts'
import { createStoreRequests } from './gate/store-requests.ts'
import { withReference } from './openapi/routes.ts'
import { sendAgain } from './retrying.ts'
import type { WholeService } from './service/whole-service.ts'
import { worksOfStores } from './timed-work.ts'

/** The routes of the verticals. */
export function routesOf(service: WholeService): Route[] {
  const placed = (caller: Caller) => placeAll(service, caller)
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
    ...buyersDocumentRoutes(service),
    ...notificationRoutes(service),
    ...eventRoutes(service, (caller) => placePart(service, caller)),
    ...webhookRoutes(service, placed),
    ...deliveryRoutes(service, placed),
    ...paymentRoutes(service),
    ...payoutRoutes(service, (key) => placeEvents(service, key)),
    ...statementRoutes(service),
    ...storeRoutes(service),
    ...apiKeyRoutes(service),
    ...memberRoutes(service),
    ...testClockRoutes(service, createAdvance(service, worksOfStores(service))),
    ...routesOfLender(service),
    ...alsoUnderMerchant([...campaignRoutes(service), ...articleRoutes(service)]),
  ]
}

/** Of the lender, their people and programs, and of how people sign in. */
function routesOfLender(service: WholeService): Route[] {
  const deliver = (caller: LenderCaller) => queueAllDeliveries(service, caller)
  return [
    ...lenderRoleRoutes(),
    ...todayRoutes(service),
    ...savedViewRoutes(service),
    ...signInRoutes(service),
    ...oidcRoutes(service),
    ...ownRoutes(service),
    ...sessionRoutes(service),
    ...factorRoutes(service),
    ...staffRoutes(service),
    ...lenderKeyRoutes(service),
    ...lenderStoreRoutes(service),
    ...storeStateRoutes(service),
    ...termsRoutes(service),
    ...creditorRoutes(service),
    ...bankAccountRoutes(service),
    ...storeKeyRoutes(service),
    ...lenderOrderRoutes(service),
    ...timelineRoutes(service, sendAgain),
    ...lenderLoanRoutes(service),
    ...lenderMoneyRoutes(service),
    ...lenderDecisionRoutes(service),
    ...personRoutes(service),
    ...openedPersonRoutes(service),
    ...blockRoutes(),
    ...mergingRoutes(),
    ...personalDataRoutes(),
    ...erasingRoutes(service),
    ...lenderPayoutRoutes(service, (key) => placeEvents(service, key)),
    ...accountRoutes(service),
    ...closingRoutes(service),
    ...lenderStatementRoutes(service),
    ...jobRoutes(service, backlogs),
    ...failureRoutes(service, sendAgain),
    ...requestLogRoutes(service),
    ...actionRoutes(service),
    ...lenderEventRoutes(service),
    ...lenderWebhookRoutes(service, deliver),
    ...lenderDeliveryRoutes(service, deliver),
    ...deskPageRoutes(service),
    ...approvalPolicyRoutes(service),
    ...exposurePolicyRoutes(service),
    ...figureRoutes(service),
  ]
}

/** With those that describe the others, and those by which people decide on them. */
export function allRoutes(service: WholeService, more: readonly Route[] = []): Route[] {
  const own = [...routesOf(service), ...more]
  const decisions = createDeciding(service, own)
  const requests = requestRoutes(createStoreRequests(service, own))
  const all = [...own, ...requests, ...approvalRoutes(service, decisions)]
  return withReference(service, service.desk === 'off' ? all.filter(isForPrograms) : all)
}

/** For a process that only works: whether it lives, and nothing else. */
export function createWorkersApp(service: WholeService): HttpServer {
  return createServer(service, healthRoutes(service), () => () => false)
}

export function createApp(service: WholeService, more: readonly Route[] = []): HttpServer {
  return createServer(service, allRoutes(service, more), createQuickAvailability)
}
