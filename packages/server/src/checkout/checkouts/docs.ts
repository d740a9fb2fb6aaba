/** What the OpenAPI document says of the routes beside this file. */
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
  summary: 'A checkout for a basket: its buyer chooses an offer and signs',
  answers: { 201: CheckoutCreated },
  errors: ['financing_unavailable', 'store_suspended', 'order_id_used', 'live_not_configured'],
}

export const getCheckout: RouteDoc = {
  operation: 'getCheckout',
  summary: 'A checkout',
  answers: { 200: CheckoutAnswer },
  errors: ['checkout_not_found'],
}

export const getCheckoutStatus: RouteDoc = {
  operation: 'getCheckoutStatus',
  summary: 'How far a checkout is',
  answers: { 200: CheckoutStatus },
  errors: ['checkout_not_found'],
}

export const issueToken: RouteDoc = {
  operation: 'issueToken',
  summary: 'The token with which a page acts as the buyer, while a step remains to be done',
  answers: { 200: CheckoutToken },
  errors: ['checkout_not_found', 'checkout_finished'],
}

export const getProgress: RouteDoc = {
  operation: 'getProgress',
  summary: "What the buyer's page shows, whatever the state",
  answers: { 200: CheckoutProgress },
}

export const listOffers: RouteDoc = {
  operation: 'listOffers',
  summary: 'What the buyer may choose from',
  answers: { 200: OffersAnswer },
  errors: ['store_suspended'],
}

export const saveBuyer: RouteDoc = {
  operation: 'saveBuyer',
  summary: 'Submit the data of the buyer; a decline ends the checkout at once',
  answers: { 204: null },
  errors: ['checkout_finished', 'decision_limit_reached', 'exposure_busy'],
}

export const acceptCheckout: RouteDoc = {
  operation: 'acceptCheckout',
  summary: 'The buyer signs one offer, and their token is renewed',
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
  summary: "Gives a card to the sandbox's payment provider, as its frame does",
  answers: { 201: CardAnswer },
  errors: ['sandbox_only', 'checkout_state', 'checkout_finished'],
}

export const dismissCheckout: RouteDoc = {
  operation: 'dismissCheckout',
  summary: 'The buyer leaves',
  answers: { 200: CheckoutStatus },
  errors: ['checkout_finished'],
}

export const completeCheckout: RouteDoc = {
  operation: 'completeCheckout',
  summary: 'Plays the buyer of a sandbox checkout to its end',
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
  operation: 'createOfflineCheckout',
  summary: 'A checkout at the point of sale: the store hands its address to the buyer',
  answers: { 201: CheckoutCreated },
  errors: ['financing_unavailable', 'store_suspended', 'order_id_used', 'live_not_configured'],
}

export const settleChallenge: RouteDoc = {
  operation: 'settleChallenge',
  summary: 'Passes or fails the identity check of a signed checkout (sandbox)',
  answers: { 200: CheckoutStatus },
  errors: ['sandbox_only', 'checkout_state', 'checkout_finished'],
}

export const explainDecision: RouteDoc = {
  operation: 'explainDecision',
  summary: 'Why the signature was or was not accepted, for the buyer',
  answers: { 200: DecisionExplanation },
  errors: ['decision_not_found'],
}
