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

const ButtonAnswer = Type.Object(
  {
    amount: Type.Integer({ description: 'The amount of the request, in minor units.' }),
    allowed: Type.Boolean({ description: 'Whether it is financed.' }),
    products: Type.Array(ProductType, { description: 'Products whose limits the amount fits.' }),
  },
  { additionalProperties: false },
)

/** Answer of `GET /checkout/buttons`. */
export const AvailabilitiesAnswer = Type.Object(
  { buttons: Type.Array(ButtonAnswer, { description: 'One for each amount, in their order.' }) },
  { $id: 'Availabilities', additionalProperties: false },
)
