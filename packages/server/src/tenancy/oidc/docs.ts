/** OpenAPI descriptions of the routes in this folder. */
import { OidcRequestAnswer, SignInWaysAnswer, Type } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const getSignInWays: RouteDoc = {
  operation: 'getSignInWays',
  summary: 'Retrieve the available ways to sign in',
  answers: { 200: SignInWaysAnswer },
}

export const beginOidc: RouteDoc = {
  operation: 'beginOidc',
  summary: 'Start signing in with the identity provider; returns where to send the browser',
  answers: { 200: OidcRequestAnswer },
  errors: ['path_not_found', 'oidc_unavailable'],
}

const given = (description: string) => Type.Optional(Type.String({ description }))

export const startWithOidc: RouteDoc = {
  operation: 'startWithOidc',
  summary: 'Return from the identity provider; redirects to the desk',
  answers: { 303: null },
  errors: [
    ...(['path_not_found', 'sign_in_failed', 'link_invalid'] as const),
    ...(['second_factor_missing', 'oidc_unavailable'] as const),
  ],
  query: {
    code: given('The authorisation code from the identity provider.'),
    state: given('The `state` that was sent with the browser.'),
    iss: given('Issuer of the answer (RFC 9207).'),
    error: given('The error, if the provider did not sign anyone in.'),
  },
}

export const endByProvider: RouteDoc = {
  operation: 'endSessionsByProvider',
  summary: 'End the sessions of a person who was signed out at the identity provider',
  answers: { 204: null },
  errors: ['path_not_found', 'oidc_unavailable'],
}
