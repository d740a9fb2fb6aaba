/** What the OpenAPI document says of the routes beside this file. */
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
  summary: 'What a person can prove themselves with',
  answers: { 200: FactorsAnswer },
}

export const offerPasskey: RouteDoc = {
  operation: 'offerPasskey',
  summary: 'What a new passkey is made of',
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
  summary: 'Set a password, the first one or another',
  answers: { 200: DeskMeAnswer },
}

export const offerTotp: RouteDoc = {
  operation: 'offerTotp',
  summary: 'What a device makes codes of',
  answers: { 200: TotpSecretAnswer },
}

export const addTotp: RouteDoc = {
  operation: 'addTotp',
  summary: 'Add a device that makes codes, in place of the one before',
  answers: { 200: DeskMeAnswer },
}

export const removeTotp: RouteDoc = {
  operation: 'removeTotp',
  summary: 'Remove the device that makes codes',
  answers: { 204: null },
  errors: ['factor_last'],
}

export const makeRecoveryCodes: RouteDoc = {
  operation: 'makeRecoveryCodes',
  summary: 'Ten new recovery codes, in place of all before',
  answers: { 200: RecoveryCodesAnswer },
}
