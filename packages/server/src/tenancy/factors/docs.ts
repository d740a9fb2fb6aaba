/** OpenAPI descriptions of the routes in this folder. */
import {
  DeskMeAnswer,
  FactorsAnswer,
  PasskeyCreationAnswer,
  RecoveryCodesAnswer,
  TotpSecretAnswer,
} from '@svc/api'
import type { RouteDoc } from '../caller/route.ts'

export const getFactors: RouteDoc = {
  operation: 'getFactors',
  summary: "Retrieve the caller's factors",
  answers: { 200: FactorsAnswer },
}

export const offerPasskey: RouteDoc = {
  operation: 'offerPasskey',
  summary: 'Get the options for creating a passkey',
  answers: { 200: PasskeyCreationAnswer },
}

export const addPasskey: RouteDoc = {
  operation: 'addPasskey',
  summary: 'Add a passkey',
  answers: { 200: DeskMeAnswer },
  errors: ['passkey_exists'],
}

export const removePasskey: RouteDoc = {
  operation: 'removePasskey',
  summary: 'Remove a passkey',
  answers: { 204: null },
  errors: ['passkey_not_found', 'factor_last'],
}

export const setPassword: RouteDoc = {
  operation: 'setPassword',
  summary: 'Set or change the password',
  answers: { 200: DeskMeAnswer },
}

export const offerTotp: RouteDoc = {
  operation: 'offerTotp',
  summary: 'Get the secret for an authenticator app',
  answers: { 200: TotpSecretAnswer },
}

export const addTotp: RouteDoc = {
  operation: 'addTotp',
  summary: 'Add an authenticator app, which replaces the previous one',
  answers: { 200: DeskMeAnswer },
}

export const removeTotp: RouteDoc = {
  operation: 'removeTotp',
  summary: 'Remove the authenticator app',
  answers: { 204: null },
  errors: ['factor_last'],
}

export const makeRecoveryCodes: RouteDoc = {
  operation: 'makeRecoveryCodes',
  summary: 'Generate ten new recovery codes, which replace the previous ones',
  answers: { 200: RecoveryCodesAnswer },
}
