/** What a store asks the lender for waits where all waits that takes a second person (0116). */
import { approvalView } from '../../lender/approvals/view.ts'
import type { AskLender } from '../../lender/requests/routes.ts'
import { approvalRuleOf } from '../../model/approvals/approval-action.ts'
import { storeIn } from '../../model/stores/store-terms.ts'
import { checkerOf } from '../../platform/http/body.ts'
import { assert, Refused } from '../../platform/refusal.ts'
import { findStoreAccount } from '../../tenancy/accounts/store.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { answer, isLender, type Route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { rules } from './rules-of-schemas.ts'
import { keepApproval } from './second-person.ts'
import { tryOut } from './try-out.ts'

/** By which of the lender's own routes each kind is carried out. */
const ROUTES = {
  terms: { action: 'terms', path: 'POST /lender/stores/:storeId/terms' },
  name: { action: 'store_change', path: 'PATCH /lender/stores/:storeId' },
} as const

/** Refusals: `body_invalid`, `approval_pending`. */
export function createStoreRequests(service: WholeService, routes: readonly Route[]): AskLender {
  const { database, clocks, ids } = service
  return async (request, { kind, wish, note }) => {
    const { action, path } = ROUTES[kind]
    const route = routes.find((each) => `${each.method} ${each.path}` === path)
    const { store, sandbox } = request.caller
    const account = await findStoreAccount(database, store.id)
    assert(route !== undefined && isLender(route) && account !== undefined, `nobody has ${path}`)
    const { name, ...terms } = wish
    const { version } = storeIn(account, { sandbox, at: (await request.clock()).now() }).terms
    const reason = { code: 'store_request', note }
    const rawBody =
      kind === 'terms' ? { ...terms, version, reason } : { name, version: account.version, reason }
    const acting = request.acting()
    const { principal } = acting
    const permissions = new Set([approvalRuleOf(action).permission])
    const caller: LenderCaller = { principal, holders: [], permissions, sandbox }
    const sent = { params: { storeId: store.id }, search: '', version: request.version }
    const tried = await tryOut(service, route, {
      bare: {
        ...{ baseUrl: service.baseUrl(), ...sent, query: new URLSearchParams(), slashed: false },
        ...{ headers: {}, body: route.body && checkerOf(route.body, rules)(rawBody).body, caller },
        ...{ rawBody, mayStill: async () => true },
        writing: { writer: database, clock: clocks.real, ids, acting },
      },
      acting,
    })
    if (!tried.changes) throw new Refused('body_invalid', { fields: { wish: ['changes nothing'] } })
    const object = { kind: 'store', id: store.id, storeId: store.id }
    const makerId = principal.id ?? ''
    const wanted = { action, caller, object, amount: null, makerId, now: clocks.real.now() }
    return request.writeInRealTime(
      (writing) =>
        keepApproval(service, writing, { route, sent: { ...sent, rawBody }, wanted, tried }),
      (approval) => answer(202, { approval: approvalView(approval) }),
    )
  }
}
