/** OpenAPI descriptions of the routes in this folder. */
import { DeskMeAnswer, PasskeyRequestAnswer, TicketAnswer } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const askForPasskey: RouteDoc = {
  operation: 'askForPasskey',
  summary: 'Get a challenge for signing in with a passkey',
  answers: { 200: PasskeyRequestAnswer },
}

export const startWithPasskey: RouteDoc = {
  operation: 'startWithPasskey',
  summary: 'Sign in with a passkey',
  answers: { 200: DeskMeAnswer },
  errors: ['sign_in_failed', 'oidc_only'],
}

export const checkPassword: RouteDoc = {
  operation: 'checkPassword',
  summary: 'Sign in with a password (step 1 of 2)',
  answers: { 200: TicketAnswer },
  errors: ['sign_in_failed', 'sign_in_slowed', 'oidc_only'],
}

export const startWithCode: RouteDoc = {
  operation: 'startWithCode',
  summary: 'Enter the code of an authenticator app (step 2 of 2)',
  answers: { 200: DeskMeAnswer },
  errors: ['sign_in_failed', 'sign_in_slowed', 'oidc_only'],
}

export const startWithRecoveryCode: RouteDoc = {
  operation: 'startWithRecoveryCode',
  summary: 'Sign in with a recovery code to set up new factors',
  answers: { 200: DeskMeAnswer },
  errors: ['sign_in_failed', 'sign_in_slowed', 'oidc_only'],
}

export const startWithLink: RouteDoc = {
  operation: 'startWithLink',
  summary: 'Open an invitation link to set up the first factors',
  answers: { 200: DeskMeAnswer },
  errors: ['link_invalid', 'oidc_only'],
}

export const askToStepUp: RouteDoc = {
  operation: 'askToStepUp',
  summary: 'Get a challenge for confirming with a passkey',
  answers: { 200: PasskeyRequestAnswer },
}

export const stepUp: RouteDoc = {
  operation: 'stepUp',
  summary: 'Confirm with a factor again; the session continues with a new cookie',
  answers: { 200: DeskMeAnswer },
  errors: ['sign_in_failed', 'sign_in_slowed'],
}

export const getMe: RouteDoc = {
  operation: 'getMe',
  summary: 'Retrieve the person who is signed in, with their permissions and factors',
  answers: { 200: DeskMeAnswer },
}
