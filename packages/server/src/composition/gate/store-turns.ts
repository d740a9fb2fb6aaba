/**
 * How many requests of a store are under way (contract §12.13). The others of the same store take
 * turns: its servers, each client with its public key and each checkout have a queue of their own,
 * so that none of them keeps the others out.
 */
import type { ServerResponse } from 'node:http'
import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import type { Answer } from '../../platform/database/once.ts'
import { Refused } from '../../platform/refusal.ts'
import { onBehalfOf, partsOnBehalfOf } from '../../platform/turns/party.ts'
import { createTurns, type Turns } from '../../platform/turns/turns.ts'
import type { Page } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { Routed } from './exchange.ts'

const WAIT_MS_MAX = 2_000
/** The memory of a queue: some 500 requests, or seven of the largest bodies. */
const WAITING_BYTES_MAX = 8 * 1_048_576
const CHECKOUTS_MAX = 10_000
/** Requests without a key that use the database: one more store among the others. */
const NO_STORE = 'pages'
/** The lender's principals share its places, each with a queue of its own. */
const LENDER = 'lender'
/** People at the desk: one more. */
const DESK = 'desk'

type Place = { readonly storeId: string; readonly party: string }

type StoreTurns = {
  /**
   * Runs the work of a request in its turn; 429 `store_busy` when that does not come in time. Parts
   * that are read as fast as the client takes them hold no place.
   */
  run(routed: Routed, work: () => Promise<Answer | Page>): Promise<Answer | Page>
}

export function createStoreTurns(service: WholeService): StoreTurns {
  const stores = new Map<string, Turns>()
  /** A checkout never changes its store. */
  const ofCheckouts = new BoundedMap<string, string>(CHECKOUTS_MAX)

  function turnsOf(storeId: string): Turns {
    const known = stores.get(storeId)
    if (known !== undefined) return known
    const turns = createTurns({
      places: service.limits.storeRequestsMax,
      waitMsMax: WAIT_MS_MAX,
      bytesMax: WAITING_BYTES_MAX,
      late: () => new Refused(storeId === LENDER ? 'lender_busy' : 'store_busy'),
    })
    stores.set(storeId, turns)
    return turns
  }

  async function storeOf(checkoutId: string): Promise<string | undefined> {
    const known = ofCheckouts.get(checkoutId)
    if (known !== undefined) return known
    const order = await onBehalfOf('authentication', () =>
      findOrderAnywhere(service.database, checkoutId),
    )
    if (order !== undefined) ofCheckouts.set(checkoutId, order.storeId)
    return order?.storeId
  }

  /** Undefined if nothing is worth waiting for: health, and answers from memory. */
  async function placeOf({ route, request, params, state }: Routed): Promise<Place | undefined> {
    const { group = '' } = service.clientAddresses.of(request)
    const { identity, lender, signed, store } = state
    if (lender !== undefined) {
      return { storeId: LENDER, party: `${lender.principal.kind} ${lender.principal.id}` }
    }
    if (route.access.kind === 'desk') return { storeId: DESK, party: signed?.person.id ?? group }
    if (signed !== undefined && route.access.kind === 'private') {
      // A caller that looks into a store for the lender takes no place of its servers.
      const storeId = signed.person.kind === 'store' ? store?.id : DESK
      return { storeId: storeId ?? DESK, party: `person ${signed.person.id}` }
    }
    if (identity !== undefined) {
      const party = identity.key.kind === 'private' ? 'private' : `public ${group}`
      return { storeId: identity.store.id, party }
    }
    if (route.access.kind === 'buyer') {
      const { checkoutId = '' } = params
      const storeId = await storeOf(checkoutId)
      return storeId === undefined ? undefined : { storeId, party: `checkout ${checkoutId}` }
    }
    return route.page === true ? { storeId: NO_STORE, party: group } : undefined
  }

  return {
    async run(routed, work) {
      const place = await placeOf(routed)
      if (place === undefined) return work()
      const { storeId, party } = place
      const turns = turnsOf(storeId)
      const { body, response } = routed
      await turns.take(party, { bytes: body.length, closed: () => closingOf(response) })
      try {
        const given = await onBehalfOf(storeId, work)
        return 'content' in given ? { ...given, content: ofParty(storeId, given) } : given
      } finally {
        if (turns.give(party)) stores.delete(storeId)
      }
    },
  }
}

function ofParty(storeId: string, { content }: Page): Page['content'] {
  const whole = typeof content === 'string' || Buffer.isBuffer(content)
  return whole ? content : partsOnBehalfOf(storeId, content)
}

/** Fires when the client has gone. */
function closingOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}
