import { errorCatalogue } from '@svc/api'
import { findBuyersCheckout } from '../../checkout/checkouts/find-buyers-checkout.ts'
import { principalOf } from '../../model/staff/person.ts'
import type { Signed } from '../../model/staff/session.ts'
import type { ClientAddress } from '../../platform/http/client-address.ts'
import { Refused } from '../../platform/refusal.ts'
import type { DeskAccess } from '../../tenancy/caller/access.ts'
import type { LenderRoute } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { actingOf } from './acting.ts'
import { authenticateBuyer, authorize, authorizeBuyer, refuseBounds } from './authenticate.ts'
import { foreignOrigin, isCrossOrigin, narrowOrigins } from './cors.ts'
import {
  findSigned,
  isBackgroundRequest,
  isOfPerson,
  recordSessionUse,
  refuseForged,
  refuseUnlessAllowed,
} from './desk-door.ts'
import type { Routed } from './exchange.ts'
import { createIdentification, hold, type Identification } from './identification.ts'
import { createKeyWatch, type KeyWatch } from './key-watch.ts'
import { refuseKeys, refusePermission, refuseTwoPrincipals } from './lender-door.ts'
import type { QuickParts } from './listener.ts'
import { createRefusalLog, type RefusalLog } from './refusal-log.ts'
import { findVisited, isForPeople, type PersonsRoute, refuseVisitors } from './store-door.ts'

export type Admission = QuickParts & {
  /** The caller, if they may; refuses with 401, 403 or 429. */
  admit(entry: Routed): Promise<void>
  /** The same on a route of the lender. */
  admitLender(entry: Routed<LenderRoute>): Promise<void>
  /** The same for the holder of the token of the checkout that the path names. */
  admitBuyer(entry: Routed): Promise<void>
  /** The same for a person, by the cookie of their session. */
  admitPerson(entry: Routed, access: DeskAccess): Promise<void>
  /** Lets a person's route answer: its refusals count like those of the door. */
  tryPerson<T>(entry: Routed, work: () => Promise<T>): Promise<T>
  /** Lets a store's route answer: the lender's decisions are logged as refused. */
  tryStore<T>(entry: Routed, work: () => Promise<T>): Promise<T>
  /** Looks their checkout up, in its turn; refuses with 401 what the token is not good for. */
  lookUpBuyer(entry: Routed): Promise<void>
  /** Resolves when all notes about requests are written. */
  settled(): Promise<void>
}

/** The door of every route that takes a key: the caller, their address, and their rights. */
export function createAdmission(service: WholeService): Admission {
  const watch = createKeyWatch(service)
  const refusals = createRefusalLog(service)
  const identification = createIdentification(service, watch)
  const { stores, limits, attempt, identify } = identification

  async function noted<T>(entry: Routed, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      noteDenial({ service, refusals }, entry, error)
      throw error
    }
  }

  const people = createPeopleDoor(service, identification)
  const hasPeople = ({ door }: Routed) => service.desk !== 'off' && door !== 'programs'

  return {
    known: stores.known,
    limitKey: limits.ofKey,
    admit: (entry) =>
      noted(entry, async () => {
        const { request, route } = entry
        if (hasPeople(entry) && isForPeople(route)) {
          refuseTwoPrincipals(request)
          if (isOfPerson(service, request))
            return people.admitVisitor(Object.assign(entry, { route }))
        }
        const client = await identify(entry)
        checkStore({ service, watch }, entry, client)
        await noteTime(service, entry)
      }),
    admitLender: (entry) =>
      noted(entry, async () => {
        refuseTwoPrincipals(entry.request)
        if (hasPeople(entry) && isOfPerson(service, entry.request)) return people.admitStaff(entry)
        const client = await identify(entry)
        checkLender({ service, watch }, entry, client)
      }),
    async admitBuyer(entry) {
      const { authorization } = entry.request.headers
      const { checkoutId = '' } = entry.params
      try {
        entry.state.token = authenticateBuyer(service.vault, { checkoutId, authorization })
      } catch (error) {
        await attempt(entry, () => Promise.reject(error)).catch((refused: unknown) => {
          noteDenial({ service, refusals }, entry, refused)
          throw refused
        })
      }
      hold(entry.response, limits.ofCheckout(checkoutId))
    },
    admitPerson: (entry, access) =>
      noted(entry, async () => {
        if (access.byProvider !== true) refuseForged(service, entry.request)
        if (access.session === 'none') return
        entry.state.signed = await attempt(entry, () => findSigned(service, entry.request))
        await refuseUnlessAllowed(service, access, entry.state.signed)
        await recordSessionUse(service, entry.state.signed)
      }),
    tryPerson: (entry, work) =>
      noted(entry, () => (entry.state.signed === undefined ? attempt(entry, work) : work())),
    tryStore: (entry, work) => tryStore({ service, refusals }, entry, work),
    lookUpBuyer: (entry) => lookUpBuyer({ service, refusals }, entry),
    settled: async () => void (await Promise.all([watch.settled(), refusals.settled()])),
  }
}

/** The door of people on routes that take keys as well. */
function createPeopleDoor(service: WholeService, { attempt, limits }: Identification) {
  /** The person who is signed in, from a page of ours, and within their rate. */
  async function findPerson(entry: Routed): Promise<Signed> {
    const { request, response, state } = entry
    refuseForged(service, request)
    const signed = await attempt(entry, () => findSigned(service, request))
    state.signed = signed
    hold(response, limits.ofPrincipal(principalOf(signed.person)))
    return signed
  }

  /** A person on a route of the lender. */
  async function admitStaff(entry: Routed<LenderRoute>): Promise<void> {
    const { route, request } = entry
    const signed = await findPerson(entry)
    const access = { ...route.access, kind: 'desk', session: 'full' } as const
    await refuseUnlessAllowed(service, access, signed)
    if (route.background !== true && !isBackgroundRequest(request))
      await recordSessionUse(service, signed)
  }

  /** A person on a route of a store. */
  async function admitVisitor(entry: Routed<PersonsRoute>): Promise<void> {
    const { route, request, state } = entry
    const signed = await findPerson(entry)
    await refuseUnlessAllowed(service, { kind: 'desk', session: 'full' }, signed)
    const store = await findVisited(service, request, signed)
    state.store = store
    await noteTime(service, entry)
    await refuseVisitors(service, { route, store }, signed)
    await recordSessionUse(service, signed)
  }

  return { admitStaff, admitVisitor }
}

/** While terms wait for their moment, the time decides which of them apply. */
async function noteTime({ clocks }: WholeService, { state }: Routed): Promise<void> {
  const store = state.identity?.store ?? state.store
  if (store === undefined || store.comingTerms.length === 0) return
  const { sandbox } = state.negotiated
  state.at = (await clocks.of({ storeId: store.id, sandbox })).now()
}

type Door = { readonly service: WholeService; readonly watch: KeyWatch }

/** The rights of a valid key on a store's route: its addresses, its mode, its route. */
function checkStore(door: Door, entry: Routed, client: ClientAddress): void {
  refuseExposed(door, entry)
  const { route, request, response, state } = entry
  if (state.identity === undefined) throw new Refused('key_of_lender')
  const { key, store } = state.identity
  const { origins } = store.liveSettings
  if (key.kind === 'public' && origins.length > 0) {
    if (isCrossOrigin(route)) narrowOrigins(response, request.headers.origin)
    const origin = foreignOrigin(door.service, request)
    const allowed = origin === undefined || origins.includes(origin)
    if (!allowed) throw new Refused('origin_not_allowed')
  }
  refuseBounds(key, { ...state.negotiated, address: client.address })
  authorize(route.access, state.identity)
  if (isForPeople(route)) refuseKeys(route.access, route.access.permission)
}

/** The same on a route of the lender. */
function checkLender(door: Door, entry: Routed<LenderRoute>, client: ClientAddress): void {
  refuseExposed(door, entry)
  const { route, state } = entry
  if (state.lender === undefined) throw new Refused('key_of_store')
  refuseBounds(state.lender.key, { ...state.negotiated, address: client.address })
  refuseKeys(route.access)
  refusePermission(route.access.permission, state.lender)
}

/** A secret key from a page is known to others; addresses end up in logs. */
function refuseExposed({ service, watch }: Door, { request, state }: Routed): void {
  const { identity, lender, negotiated } = state
  if (lender === undefined && identity?.key.kind !== 'private') return
  const origin = foreignOrigin(service, request)
  const isInQuery = request.headers.authorization === undefined
  if (origin === undefined && !isInQuery) return
  if (identity !== undefined) {
    watch.exposed(identity.key, { sandbox: negotiated.sandbox, origin: origin ?? '' })
  }
  throw new Refused('key_exposed')
}

type Desk = { readonly service: WholeService; readonly refusals: RefusalLog }

async function tryStore<T>(desk: Desk, entry: Routed, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isLenders = error instanceof Refused && error.code === 'lender_only'
    if (isLenders) noteDenial(desk, entry, error)
    throw error
  }
}

async function lookUpBuyer({ service, refusals }: Desk, entry: Routed): Promise<void> {
  const { route, request, params, state } = entry
  const { checkoutId = '' } = params
  if (state.token === undefined) return
  try {
    const buyer = await findBuyersCheckout(service, { checkoutId, token: state.token })
    authorizeBuyer(route.access, buyer.use, request.headers['idempotency-key'] !== undefined)
    state.buyer = buyer
  } catch (error) {
    noteDenial({ service, refusals }, entry, error)
    throw error
  }
}

/** A caller that is refused at the gate is recorded in the action log. */
function noteDenial({ service, refusals }: Desk, entry: Routed, error: unknown): void {
  if (!(error instanceof Refused)) return
  const { status } = errorCatalogue[error.code]
  if (status !== 401 && status !== 403) return
  const { identity, store = identity?.store } = entry.state
  refusals.note(actingOf(service, entry), error, store?.id ?? null)
}
