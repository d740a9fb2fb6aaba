/** The door of people on the routes of stores (decision 0129): the store, and their rights. */
import type { IncomingMessage } from 'node:http'
import { findOrder } from '../../kernel/orders/store.ts'
import { logRead } from '../../lender/reads/noting.ts'
import type { Signed } from '../../model/staff/session.ts'
import { lackOfLender, lackOfMember } from '../../model/staff/store-rights.ts'
import type { StoredStore } from '../../model/stores/store-terms.ts'
import { isId } from '../../platform/ids.ts'
import { existing, Refused } from '../../platform/refusal.ts'
import { findStore } from '../../tenancy/accounts/store.ts'
import type { PrivateAccess } from '../../tenancy/caller/access.ts'
import type { KeyedRoute } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { actingOf } from './acting.ts'
import { refuseUnlessAllowed } from './desk-door.ts'
import { knownCaller, knownLender, type Routed } from './exchange.ts'

export type PersonsRoute = KeyedRoute & { readonly access: PrivateAccess }

/** Whether people call it, too. */
export const isForPeople = (route: Routed['route']): route is PersonsRoute =>
  route.access.kind === 'private'

/** The id of the store that a person names. Two headers arrive as one text, which is no id. */
function namedStore({ headers }: IncomingMessage): string {
  const id = headers['store-id']
  if (typeof id === 'string' && isId(id)) return id
  const reason = 'a person names one store, by its id in Store-Id'
  throw new Refused('request_malformed', { values: { reason } })
}

/**
 * The store whose route they call. Another one looks missing to its people; those of the lender see
 * them all. Refusals: `request_malformed`, `store_not_found`.
 */
export async function findVisited(
  service: WholeService,
  request: IncomingMessage,
  { person }: Signed,
): Promise<StoredStore> {
  const id = namedStore(request)
  const isOpen = person.kind === 'lender' || person.memberships.some((each) => each.storeId === id)
  return existing(isOpen ? await findStore(service.database, id) : undefined, 'store', id)
}

/** Whether they may do it there, and have shown a factor lately enough. */
export async function refuseVisitors(
  service: WholeService,
  { route, store }: { readonly route: PersonsRoute; readonly store: StoredStore },
  signed: Signed,
): Promise<void> {
  const { person } = signed
  const role = person.memberships.find(({ storeId }) => storeId === store.id)?.role
  const permission =
    role === undefined ? lackOfLender(person.roles, route) : lackOfMember(role, route)
  if (permission !== undefined) throw new Refused('permission_missing', { values: { permission } })
  const { stepUp } = route.access
  await refuseUnlessAllowed(
    service,
    { kind: 'desk', session: 'full', ...(stepUp && { stepUp }) },
    signed,
  )
}

/** An order that a person of the lender opens here is noted as on the lender's own routes. */
export async function logOpenedOrder(service: WholeService, entry: Routed): Promise<void> {
  const { params, state } = entry
  const { orderId } = params
  if (orderId === undefined || state.signed?.person.kind !== 'lender') return
  const { store, sandbox } = knownCaller(state)
  const key = { storeId: store.id, sandbox, ref: orderId }
  const order = await findOrder(service.database, key)
  if (order === undefined) return
  const { database, clocks, ids } = service
  const acting = actingOf(service, entry)
  const writing = { writer: database, clock: clocks.real, ids, acting }
  const object = { kind: 'order', id: order.id, storeId: store.id } as const
  await logRead(writing, knownLender(state), object)
}
