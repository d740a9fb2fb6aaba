/** A store's request to the lender waits like every act that takes a second person (0116). */
import type { StoreRequestWish } from '@svc/api'
import { approvalView } from '../../lender/approvals/view.ts'
import type { AskLender } from '../../lender/requests/routes.ts'
import { type ApprovalAction, approvalRuleOf } from '../../model/approvals/approval-action.ts'
import { type StoredAccount, storeIn } from '../../model/stores/store-terms.ts'
import { checkerOf } from '../../platform/http/body.ts'
import { assert, Refused } from '../../platform/refusal.ts'
import { findStoreAccount } from '../../tenancy/accounts/store.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { answer, isLender, type Route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { rules } from './rules-of-schemas.ts'
import { keepApproval } from './second-person.ts'
import { tryOut } from './try-out.ts'

type LendersRequest = {
  readonly action: ApprovalAction
  readonly path: string
  /** The values in its path. */
  readonly params: Readonly<Record<string, string>>
  /** Its body but for the reason. */
  readonly body: Readonly<Record<string, unknown>>
}
type Asker = { readonly account: StoredAccount; readonly sandbox: boolean; readonly at: Date }

/** The request of the lender's own that carries each kind out. */
function requestFor(
  { kind, wish }: Pick<StoreRequestWish, 'kind' | 'wish'>,
  { account, ...time }: Asker,
): LendersRequest {
  const { name, iban, holder, ...terms } = wish
  const { id } = account
  const params = { storeId: id }
  switch (kind) {
    case 'terms': {
      const { version } = storeIn(account, time).terms
      const path = 'POST /lender/stores/:storeId/terms'
      return { action: 'terms', path, params, body: { ...terms, version } }
    }
    case 'name': {
      const body = { name, version: account.version }
      return { action: 'store_change', path: 'PATCH /lender/stores/:storeId', params, body }
    }
    case 'bank_account': {
      const path = 'POST /lender/stores/:storeId/bank-accounts'
      return { action: 'bank_account', path, params, body: { iban, holder } }
    }
    case 'payout': {
      const path = 'POST /lender/payouts'
      return { action: 'payout_release', path, params: {}, body: { store_id: id } }
    }
  }
}

/** A bank account has to be complete. */
function refuseUnlessWhole({ kind, wish }: StoreRequestWish): void {
  const missing = kind === 'bank_account' ? (['iban', 'holder'] as const) : []
  const fields = missing.flatMap((name) =>
    wish[name] === undefined ? [[`wish.${name}`, [`${name} is required`]]] : [],
  )
  if (fields.length > 0) throw new Refused('body_invalid', { fields: Object.fromEntries(fields) })
}

/**
 * Refusals: `body_invalid`, `approval_pending`; of a payout `payout_nothing_due`, `payout_held`.
 */
export function createStoreRequests(service: WholeService, routes: readonly Route[]): AskLender {
  const { database, clocks, ids } = service
  return async (request, wanted) => {
    refuseUnlessWhole(wanted)
    const { store, sandbox } = request.caller
    const account = await findStoreAccount(database, store.id)
    assert(account !== undefined, `there is no store ${store.id}`)
    const at = (await request.clock()).now()
    const { action, path, params, body } = requestFor(wanted, { account, sandbox, at })
    const route = routes.find((each) => `${each.method} ${each.path}` === path)
    assert(route !== undefined && isLender(route), `nobody has ${path}`)
    const rawBody = { ...body, reason: { code: 'store_request', note: wanted.note } }
    const acting = request.acting()
    const { principal } = acting
    const permissions = new Set([approvalRuleOf(action).permission])
    const caller: LenderCaller = { principal, holders: [], permissions, sandbox }
    const sent = { params, search: '', version: request.version }
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
    const judged = { action, caller, object, amount: null, makerId, now: clocks.real.now() }
    return request.writeInRealTime(
      (writing) =>
        keepApproval(service, writing, {
          route,
          sent: { ...sent, rawBody },
          wanted: judged,
          tried,
        }),
      (approval) => answer(202, { approval: approvalView(approval) }),
    )
  }
}
