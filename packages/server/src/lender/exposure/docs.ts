/** What the OpenAPI document says of the routes beside this file. */
import { ExchangeRatesAnswer, ExposurePolicyAnswer } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

export const getPolicy: RouteDoc = {
  operation: 'getExposurePolicy',
  summary: 'What a person may owe over all stores, and how currencies are added',
  answers: { 200: ExposurePolicyAnswer },
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
