import type { Product } from '@svc/api'
import type { Availability } from './check-amounts.ts'

export function availabilityView(products: readonly Product[]) {
  return { allowed: true, products }
}

export function availabilitiesView(all: readonly Availability[]) {
  const buttons = all.map(({ amount, products }) => {
    return { amount, allowed: products.length > 0, products }
  })
  return { buttons }
}
