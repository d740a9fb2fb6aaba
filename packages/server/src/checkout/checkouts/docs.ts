/** OpenAPI descriptions of the routes in this folder. */
import {
  CardAnswer,
  CheckoutAnswer,
  CheckoutCreated,
  CheckoutProgress,
  CheckoutSigned,
  CheckoutStatus,
  CheckoutToken,
  DecisionExplanation,
  OffersAnswer,
} from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const createCheckout: RouteDoc = {
  operation: 'createCheckout',
  summary: 'Create a checkout for a basket; the buyer then chooses an offer and signs',
  answers: { 201: CheckoutCreated },
  errors: ['financing_unavailable', 'store_suspended', 'order_id_used', 'live_not_configured'],
}

export const getCheckout: RouteDoc = {
  operation: 'getCheckout',
  summary: 'Retrieve a checkout',
  answers: { 200: CheckoutAnswer },
  errors: ['checkout_not_found'],
}

export const getCheckoutStatus: RouteDoc = {
  operation: 'getCheckoutStatus',
  summary: 'Retrieve the status of a checkout',
  answers: { 200: CheckoutStatus },
  errors: ['checkout_not_found'],
}

export const issueToken: RouteDoc = {
  operation: 'issueToken',
  summary: 'Issue a token that lets a page act as the buyer while the checkout is in progress',
  answers: { 200: CheckoutToken },
  errors: ['checkout_not_found', 'checkout_finished'],
}

export const getProgress: RouteDoc = {
  operation: 'getProgress',
  summary: "Retrieve what the buyer's page shows, in any state",
  answers: { 200: CheckoutProgress },
}

export const listOffers: RouteDoc = {
  operation: 'listOffers',
  summary: 'List the offers that the buyer can choose from',
  answers: { 200: OffersAnswer },
  errors: ['store_suspended'],
}

export const saveBuyer: RouteDoc = {
  operation: 'saveBuyer',
  summary: "Submit the buyer's data; a decline ends the checkout at once",
  answers: { 204: null },
  errors: ['checkout_finished', 'decision_limit_reached', 'exposure_busy'],
}

export const acceptCheckout: RouteDoc = {
  operation: 'acceptCheckout',
  summary: "Sign an offer as the buyer; the buyer's token is renewed",
  answers: { 200: CheckoutSigned },
  errors: [
    'store_suspended',
    'checkout_finished',
    'exposure_busy',
    'card_declined',
    'authorisation_pending',
    'card_limit_reached',
    'live_not_configured',
  ],
}

export const tokeniseCard: RouteDoc = {
  operation: 'tokeniseCard',
  summary: "Tokenise a card with the sandbox's payment provider, as its frame does",
  answers: { 201: CardAnswer },
  errors: ['sandbox_only', 'checkout_state', 'checkout_finished'],
}

export const dismissCheckout: RouteDoc = {
  operation: 'dismissCheckout',
  summary: 'Leave the checkout as the buyer',
  answers: { 200: CheckoutStatus },
  errors: ['checkout_finished'],
}

export const completeCheckout: RouteDoc = {
  operation: 'completeCheckout',
  summary: 'Complete a sandbox checkout as its buyer would',
  answers: { 200: CheckoutStatus },
  errors: [
    'checkout_not_found',
    'store_suspended',
    'checkout_state',
    'checkout_finished',
    'exposure_busy',
    'card_declined',
    'authorisation_pending',
    'card_limit_reached',
  ],
}

export const createOfflineCheckout: RouteDoc = {
  ...createCheckout,
  operation: 'createOfflineCheckout',
  summary: 'Create a checkout at the point of sale; the store gives its link to the buyer',
}

export const settleChallenge: RouteDoc = {
  operation: 'settleChallenge',
  summary: 'Pass or fail the identity check of a signed checkout (sandbox)',
  answers: { 200: CheckoutStatus },
  errors: ['sandbox_only', 'checkout_state', 'checkout_finished'],
}

export const explainDecision: RouteDoc = {
  operation: 'explainDecision',
  summary: 'Explain to the buyer why the signature was accepted or declined',
  answers: { 200: DecisionExplanation },
  errors: ['decision_not_found'],
}
