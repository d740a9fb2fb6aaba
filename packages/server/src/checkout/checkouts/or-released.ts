import { releaseHolds } from '../../credit/payments/releasing.ts'
import type { Answer } from '../../platform/database/once.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Caller } from '../../tenancy/caller/context.ts'
import type { ApiRequest } from '../../tenancy/caller/route.ts'
import type { CheckoutService } from './checkout-service.ts'

/** The dependencies of a buyer's operation, in the time of their store. */
export async function timedOf(
  service: CheckoutService,
  { clock, acting }: Pick<ApiRequest, 'clock' | 'acting'>,
) {
  return { ...service, clock: await clock(), acting: acting() }
}

type Timed = Awaited<ReturnType<typeof timedOf>>
type Signed = { readonly caller: Caller; readonly checkoutId: string }

/** When the lender no longer accepts signatures, the hold on the buyer's card is released. */
export async function orReleased(
  timed: Timed,
  { caller: { store, sandbox }, checkoutId }: Signed,
  sign: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await sign()
  } catch (error) {
    if (error instanceof Refused && error.code === 'store_suspended') {
      const key = { storeId: store.id, sandbox, checkoutId }
      await releaseHolds({ ...timed, writer: timed.database }, key)
    }
    throw error
  }
}
