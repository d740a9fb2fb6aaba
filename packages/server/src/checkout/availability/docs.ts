/** OpenAPI descriptions of the routes in this folder. */
import { AvailabilitiesAnswer, AvailabilityAnswer, limits, ProductType, Type } from '@svc/api'
import type { RouteDoc } from '../../tenancy/caller/route.ts'

const AMOUNTS = `^\\d+(,\\d+){0,${limits.availabilityAmountsMax - 1}}$`
const ofProduct = { 'product[type]': Type.Optional(ProductType) }
const currency = Type.String({ description: 'ISO 4217 code.' })

export const availabilityQuery = {
  amount: Type.Integer({ minimum: 0, description: 'The amount of the purchase, in minor units.' }),
  currency,
  ...ofProduct,
}

export const amountsQuery = {
  amounts: Type.String({
    pattern: AMOUNTS,
    description: `Amounts in minor units, comma-separated: 1 to ${limits.availabilityAmountsMax}.`,
  }),
  currency,
  ...ofProduct,
}

export const checkAvailability: RouteDoc = {
  operation: 'checkAvailability',
  summary: 'Check whether an amount can be financed, and with which products',
  query: availabilityQuery,
  answers: { 201: AvailabilityAnswer },
  errors: ['query_invalid', 'financing_unavailable'],
}

export const checkAmounts: RouteDoc = {
  operation: 'checkAmounts',
  summary: 'Check which of several amounts can be financed, and with which products',
  query: amountsQuery,
  answers: { 200: AvailabilitiesAnswer },
  errors: ['query_invalid'],
}
