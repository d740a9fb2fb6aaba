import { ProductType } from './checkouts.ts'
import { Type } from './common.ts'

/** Answer of `GET /checkout/button` when financing is available. */
export const AvailabilityAnswer = Type.Object(
  {
    allowed: Type.Literal(true, { description: 'The amount can be financed.' }),
    products: Type.Array(ProductType, { description: 'Products whose limits allow the amount.' }),
  },
  { $id: 'Availability', additionalProperties: false },
)

const ButtonAnswer = Type.Object(
  {
    amount: Type.Integer({ description: 'The amount of the request, in minor units.' }),
    allowed: Type.Boolean({ description: 'Whether the amount can be financed.' }),
    products: Type.Array(ProductType, { description: 'Products whose limits allow the amount.' }),
  },
  { additionalProperties: false },
)

/** Answer of `GET /checkout/buttons`. */
export const AvailabilitiesAnswer = Type.Object(
  {
    buttons: Type.Array(ButtonAnswer, {
      description: 'One result per amount, in the same sequence.',
    }),
  },
  { $id: 'Availabilities', additionalProperties: false },
)
