import type { Cents } from '@svc/api'
import type { Order } from '../model/order/order.ts'
import { editOrder } from '../orders/editing/edit-order.ts'
import { voidOrder } from '../orders/voids/void-order.ts'
import type { Database } from '../platform/database/database.ts'
import { once, requestHash } from '../platform/database/once.ts'
import { createVault } from '../platform/secrets/vault.ts'
import { rotateNotificationSecret } from '../tenancy/stores/rotate-notification-secret.ts'
import type { Scenario } from './scenario.ts'

const vault = createVault('a secret key of the tests')

/** Writes under an `Idempotency-Key`; the answer to the last is of no order, and encrypted. */
export async function writeUnderKeys(
  { database, scenario }: { readonly database: Database; readonly scenario: Scenario },
  { id: ref }: Order,
  amount: Cents,
): Promise<void> {
  const { writing, caller } = scenario
  const storeId = caller.store.id
  const under = (key: string) => ({
    ...{ database, clock: writing.clock, vault: undefined },
    once: { storeId, sandbox: caller.sandbox, key, requestHash: requestHash('POST', key) },
  })
  await once(
    under('first'),
    (writer) => voidOrder({ ...writing, writer }, caller, { ref, amount }),
    ({ voids }) => ({ status: 200, body: JSON.stringify({ results: voids }), location: null }),
  )
  const edited = { ref, edit: { discount: 9 }, whole: false }
  await once(
    under('second'),
    (writer) => editOrder({ ...writing, writer }, caller, edited),
    () => ({ status: 204, body: null, location: null }),
  )
  await once(
    { ...under('third'), vault },
    (writer) => rotateNotificationSecret({ ...writing, writer }, { storeId, vault }),
    () => ({ status: 200, body: '{}', location: null }),
  )
}
