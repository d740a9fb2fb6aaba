/** What the OpenAPI document says of the routes beside this file. */
import { DeskMeAnswer, PasskeyRequestAnswer, TicketAnswer } from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const askForPasskey: RouteDoc = {
  operation: 'askForPasskey',
  summary: 'What a passkey signs to sign in',
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
  summary: 'Sign in with a password: the first of two steps',
  answers: { 200: TicketAnswer },
  errors: ['sign_in_failed', 'sign_in_slowed', 'oidc_only'],
}

export const startWithCode: RouteDoc = {
  operation: 'startWithCode',
  summary: 'Sign in with a password: a code of the device',
  answers: { 200: DeskMeAnswer },
  errors: ['sign_in_failed', 'sign_in_slowed', 'oidc_only'],
}

export const startWithRecoveryCode: RouteDoc = {
  operation: 'startWithRecoveryCode',
  summary: 'Sign in with a recovery code, to make new factors',
  answers: { 200: DeskMeAnswer },
  errors: ['sign_in_failed', 'sign_in_slowed', 'oidc_only'],
}

export const startWithLink: RouteDoc = {
  operation: 'startWithLink',
  summary: 'Open a link, to make the first factors',
  answers: { 200: DeskMeAnswer },
  errors: ['link_invalid', 'oidc_only'],
}

export const askToStepUp: RouteDoc = {
  operation: 'askToStepUp',
  summary: 'What a passkey signs to be shown again',
  answers: { 200: PasskeyRequestAnswer },
}

export const stepUp: RouteDoc = {
  operation: 'stepUp',
  summary: 'Show a factor again: the session goes on under a new cookie',
  answers: { 200: DeskMeAnswer },
  errors: ['sign_in_failed', 'sign_in_slowed'],
}

export const getMe: RouteDoc = {
  operation: 'getMe',
  summary: 'Who is signed in, what they may do, and with which factors',
  answers: { 200: DeskMeAnswer },
}
