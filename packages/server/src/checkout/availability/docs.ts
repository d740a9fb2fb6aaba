/** What the OpenAPI document says of the routes beside this file. */
import { AvailabilitiesAnswer, AvailabilityAnswer, limits, ProductType, Type } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

const AMOUNTS = `^\\d+(,\\d+){0,${limits.availabilityAmountsMax - 1}}$`
const ofProduct = { 'product[type]': Type.Optional(ProductType) }
const currency = Type.String({ description: 'ISO 4217 code.' })

export const availabilityQuery = {
  amount: Type.Integer({ minimum: 0, description: 'What is bought, in minor units.' }),
  currency,
  ...ofProduct,
}

export const amountsQuery = {
  amounts: Type.String({
    pattern: AMOUNTS,
    description: `Minor units, between commas: 1 to ${limits.availabilityAmountsMax}.`,
  }),
  currency,
  ...ofProduct,
}

export const checkAvailability: RouteDoc = {
  operation: 'checkAvailability',
  summary: 'Whether an amount is financed, and by which products',
  query: availabilityQuery,
  answers: { 201: AvailabilityAnswer },
  errors: ['query_invalid', 'financing_unavailable'],
}

export const checkAmounts: RouteDoc = {
  operation: 'checkAmounts',
  summary: 'Which of several amounts are financed, and by which products',
  query: amountsQuery,
  answers: { 200: AvailabilitiesAnswer },
  errors: ['query_invalid'],
}
