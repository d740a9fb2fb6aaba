/** What the OpenAPI document says of the routes beside this file. */
import { OidcRequestAnswer, SignInWaysAnswer, Type } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const getSignInWays: RouteDoc = {
  operation: 'getSignInWays',
  summary: 'How people sign in here',
  answers: { 200: SignInWaysAnswer },
}

export const beginOidc: RouteDoc = {
  operation: 'beginOidc',
  summary: 'Sign in by the provider: where the browser goes',
  answers: { 200: OidcRequestAnswer },
  errors: ['path_not_found', 'oidc_unavailable'],
}

const given = (description: string) => Type.Optional(Type.String({ description }))

export const startWithOidc: RouteDoc = {
  operation: 'startWithOidc',
  summary: 'Where the provider sends the browser back to: leads to the desk',
  answers: { 303: null },
  errors: [
    ...(['path_not_found', 'sign_in_failed', 'link_invalid'] as const),
    ...(['second_factor_missing', 'oidc_unavailable'] as const),
  ],
  query: {
    code: given('What the provider answers for who the person is.'),
    state: given('What was sent with the browser.'),
    iss: given('Which provider it is (RFC 9207).'),
    error: given('Why the provider has signed nobody in.'),
  },
}
