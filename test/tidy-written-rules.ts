/** What may be written without an action of its actor. */
import { findText, isCode, isTest, type Rule } from './tidy-sources.ts'

const SERVER = 'packages/server/src/'

/** What writes without an action (decision 0110); each reason for it stands in `TechnicalWrite`. */
const TECHNICAL = [
  ...['checkout/checkouts/enter-card', 'checkout/checkouts/tokenise-card'],
  ...['credit/payments/claim-requested', 'credit/sandbox-provider/carrying-out'],
  ...['orders/confirmation/confirm-order', 'orders/notifications/claim-due'],
  ...['orders/notifications/settling', 'outbound/deliveries/cancel-left-open'],
  ...['outbound/deliveries/claim-deliveries', 'outbound/deliveries/settle-attempts'],
  ...['outbound/placing/place-events', 'outbound/seals/seal-stream'],
  ...['outbound/webhooks/change-webhook', 'platform/database/once'],
  ...['settlement/payouts/make-payouts', 'settlement/payouts/pay-payout'],
  'settlement/tallies/tallying',
  ...['tenancy/actions/place-actions', 'tenancy/sign-in/attempts'],
  ...['tenancy/oidc/end-by-provider', 'tenancy/oidc/start-with-oidc'],
  'tenancy/sign-in/check-password',
  ...['composition/gate/need', 'lender/closings/close-day', 'lender/webhooks/queue-deliveries'],
].map((path) => `${SERVER}${path}.ts`)

const technical: Rule = {
  name: 'what writes without an action is listed in TECHNICAL',
  find: (sources) =>
    findText(
      sources,
      (source) =>
        isCode(source) &&
        source.path.startsWith(SERVER) &&
        !isTest(source) &&
        !TECHNICAL.includes(source.path),
      /\.technically\(/g,
    ),
}

export const writtenRules = { technical }
