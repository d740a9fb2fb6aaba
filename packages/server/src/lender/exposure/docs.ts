/** What the OpenAPI document says of the routes beside this file. */
import {
  ExchangeRatesAnswer,
  ExchangeRatesVersions,
  ExposurePolicyAnswer,
  ExposurePolicyVersions,
} from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'
import { policyList } from './list-store.ts'

export const getPolicy: RouteDoc = {
  operation: 'getExposurePolicy',
  summary: 'What a person may owe over all stores, and how currencies are added',
  answers: { 200: ExposurePolicyAnswer },
}

export const listPolicies: RouteDoc = {
  operation: 'listExposurePolicies',
  summary: 'Every version of what a person may owe, newest first',
  answers: { 200: ExposurePolicyVersions },
  list: policyList,
}

export const listRates: RouteDoc = {
  operation: 'listExchangeRates',
  summary: 'Every version of the rates, newest first: one for each of the policy',
  answers: { 200: ExchangeRatesVersions },
  list: policyList,
}

export const changePolicy: RouteDoc = {
  operation: 'changeExposurePolicy',
  summary: 'Sets what a person may owe; a dry run judges the decisions of 30 days again',
  answers: { 200: ExposurePolicyAnswer },
  errors: ['terms_conflict'],
}

export const getRates: RouteDoc = {
  operation: 'getExchangeRates',
  summary: 'What a unit of other currencies is worth',
  answers: { 200: ExchangeRatesAnswer },
}

export const changeRates: RouteDoc = {
  operation: 'changeExchangeRates',
  summary: 'Sets what a unit of other currencies is worth; with the same dry run',
  answers: { 200: ExchangeRatesAnswer },
  errors: ['terms_conflict'],
}
