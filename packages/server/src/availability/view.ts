import type { Product } from '@svc/api'

export function availabilityView(products: readonly Product[]) {
  return { allowed: true, products }
}
