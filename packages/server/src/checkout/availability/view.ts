import type { Answered, AvailabilitiesAnswer, AvailabilityAnswer, Product } from '@svc/api'
import type { Availability } from './check-amounts.ts'

export function availabilityView(
  products: readonly Product[],
): Answered<typeof AvailabilityAnswer> {
  return { allowed: true, products }
}

export function availabilitiesView(
  all: readonly Availability[],
): Answered<typeof AvailabilitiesAnswer> {
  const buttons = all.map(({ amount, products }) => {
    return { amount, allowed: products.length > 0, products }
  })
  return { buttons }
}
