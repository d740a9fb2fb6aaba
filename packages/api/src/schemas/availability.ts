import { ProductType } from './checkouts.ts'
import { Type } from './common.ts'

/** Answer of `GET /checkout/button` when financing is available. */
export const AvailabilityAnswer = Type.Object(
  {
    allowed: Type.Literal(true, { description: 'Something is financed.' }),
    products: Type.Array(ProductType, { description: 'Products whose limits the amount fits.' }),
  },
  { $id: 'Availability', additionalProperties: false },
)
