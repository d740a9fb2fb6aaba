/** Somebody of the demo asks for what takes two, so that others have something to decide on. */
import { recordOf } from '@svc/api'
import { findOrder } from '../../../kernel/orders/store.ts'
import { serviceActing } from '../../../tenancy/actions/service-acting.ts'
import { findPending } from '../../../tenancy/approvals/store.ts'
import { deskUrlOf } from '../../../tenancy/caller/desk-url.ts'
import { cookiesOf } from '../../gate/desk-door.ts'
import type { WholeService } from '../../service/whole-service.ts'
import { becomeDemoPerson } from '../demo-people.ts'
import type { DemoStore } from '../demo-stores.ts'
import { LARGE_DEBT } from './plan.ts'

type Asking = {
  readonly service: WholeService
  readonly stores: readonly DemoStore[]
  readonly localDeskUrl: string
}

/** More than anybody books alone. */
const AMOUNT = 61_240

/**
 * Once a day at most, and only where nothing of it waits: by a request of a signed-in person, as
 * the desk sends it. Theirs is a session of its own, which ends with it.
 */
export async function requestSecondPerson({
  service,
  stores,
  localDeskUrl,
}: Asking): Promise<void> {
  const { database, clocks, ids } = service
  const store = stores[LARGE_DEBT.store]?.store
  if (service.desk === 'off' || store === undefined) return
  const key = { storeId: store.id, sandbox: true, ref: LARGE_DEBT.mid }
  const order = await findOrder(database, key)
  if (order === undefined) return
  const place = { mode: 'sandbox', action: 'payment' } as const
  const object = { kind: 'loan', id: order.id }
  if ((await findPending(database, { ...place, object })) !== undefined) return
  const { real: clock } = clocks
  const writing = { writer: database, clock, ids, acting: serviceActing('demo', clock) }
  const wish = { role: 'collections', own: undefined } as const
  const { token } = await becomeDemoPerson(database, writing, wish)
  const [cookie = ''] = cookiesOf(service, { cookie: token, trip: undefined })
  const day = clock.now().toISOString().slice(0, 'YYYY-MM-DD'.length)
  const post = (path: string, body?: object) =>
    fetch(localDeskUrl + path, {
      method: 'POST',
      headers: {
        ...{ accept: `application/vnd.${service.brand}.sandbox.v1+json`, 'x-desk': '1' },
        ...{ cookie: cookie.split(';')[0] ?? '', origin: new URL(deskUrlOf(service)).origin },
        ...(body && { 'content-type': 'application/json', 'idempotency-key': `demo ${day}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const reason = { code: 'payment_received', note: 'Ingreso en la cuenta, sin concepto claro.' }
  const arrival = { method: 'bank_transfer', reference: `ING ${day}` }
  const path = `/lender/loans/${order.id}/payments`
  const reply = await post(path, { amount: AMOUNT, ...arrival, reason })
  const { error } = recordOf(await reply.json())
  await (await post('/lender/me/sign-out')).body?.cancel()
  const { code } = recordOf(error)
  if (error === undefined || code === 'approval_pending') return
  service.log.info({ code: String(code) }, 'the demo has no pending approval')
}
