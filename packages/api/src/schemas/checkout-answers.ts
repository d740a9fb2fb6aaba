import { Text, Type } from './common.ts'

/** What `POST /checkout` and `POST /checkout/offline` answer. */
export const CheckoutCreated = Type.Object({ id: Text(), checkout_url: Text() })

/** What `GET /checkout/:checkoutId/status` and the buyer's steps answer. */
export const CheckoutStatus = Type.Object({
  id: Text(),
  mid: Text(),
  total_amount: Type.Integer(),
  currency: Type.Object({ name: Text(), code: Text(), numeric: Text(), symbol: Text() }),
  status: Type.Enum(['pending', 'ok', 'ko']),
  status_reason: Text(),
  sandbox: Type.Boolean(),
})
