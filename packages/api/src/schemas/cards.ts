import { closed } from './answers.ts'
import { about, Identifier, type Static, Type } from './common.ts'

/** Body of `POST /sandbox/checkouts/:checkoutId/cards`: only the provider's frame sends it. */
export const CardBody = Type.Object({
  number: about('Card number; spaces and hyphens are ignored.', Identifier(32)),
  expiry: about(
    'Expiry month of the card, `MM/YY` or `MM/YYYY`.',
    Type.String({ maxLength: 9, pattern: '^ *(0[1-9]|1[0-2]) */ *([0-9]{2}|20[0-9]{2}) *$' }),
  ),
  cvc: about('Card verification code.', Type.String({ maxLength: 4, pattern: '^[0-9]{3,4}$' })),
})
export type CardInput = Static<typeof CardBody>

const cardMembers = {
  last4: Type.String({ pattern: '^[0-9]{4}$', description: 'Last four digits of the number.' }),
  brand: Type.Enum(['visa', 'mastercard'], { description: 'Brand of the card.' }),
  expiry: Type.String({ pattern: '^[0-9]{2}/[0-9]{2}$', description: 'Expiry month, `MM/YY`.' }),
}

export const CardAnswer = closed(
  {
    token: Type.String({
      pattern: '^card_[0-9a-f]{32}$',
      description: 'Token for the card, sent as `card_token` when signing.',
    }),
    ...cardMembers,
  },
  { $id: 'Card', description: 'A card stored by the payment provider.' },
)
