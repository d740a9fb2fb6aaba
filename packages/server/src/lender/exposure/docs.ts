/** OpenAPI descriptions of the routes in this folder. */
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
  summary: 'Retrieve the exposure policy: what a person may owe across all stores',
  answers: { 200: ExposurePolicyAnswer },
}

export const listPolicies: RouteDoc = {
  operation: 'listExposurePolicies',
  summary: 'List the versions of the exposure policy, newest first',
  answers: { 200: ExposurePolicyVersions },
  list: policyList,
}

export const listRates: RouteDoc = {
  operation: 'listExchangeRates',
  summary: 'List the versions of the exchange rates, newest first; each policy version has one',
  answers: { 200: ExchangeRatesVersions },
  list: policyList,
}

export const changePolicy: RouteDoc = {
  operation: 'changeExposurePolicy',
  summary: 'Change the exposure policy; a dry run re-evaluates 30 days of decisions',
  answers: { 200: ExposurePolicyAnswer },
  errors: ['terms_conflict'],
}

export const getRates: RouteDoc = {
  operation: 'getExchangeRates',
  summary: 'Retrieve the exchange rates',
  answers: { 200: ExchangeRatesAnswer },
}

export const changeRates: RouteDoc = {
  operation: 'changeExchangeRates',
  summary: 'Change the exchange rates, with the same dry run',
  answers: { 200: ExchangeRatesAnswer },
  errors: ['terms_conflict'],
}
