/**
 * Acts that may take a second person, on their way from the gate to their route (decision 0116).
 */
import { cents, recordOf } from '@svc/api'
import { approvalView } from '../../lender/approvals/view.ts'
import type { Principal } from '../../model/actions/action.ts'
import type { Approval } from '../../model/approvals/approval.ts'
import { type ApprovalAction, isModeless } from '../../model/approvals/approval-action.ts'
import { endOf } from '../../model/approvals/rules.ts'
import type { Answer } from '../../platform/database/once.ts'
import { Refused } from '../../platform/refusal.ts'
import { placeOf } from '../../platform/secrets/sealed-columns.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { expiryOf } from '../../tenancy/approvals/ends.ts'
import { isAlwaysAlone, judge, type Wanted } from '../../tenancy/approvals/judging.ts'
import { approvalRow, findPending, lockPlace } from '../../tenancy/approvals/store.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import {
  answer,
  type LenderRequest,
  type LenderRoute,
  type Page,
} from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { actingOf } from './acting.ts'
import type { Routed } from './exchange.ts'
import { bounded, NeedsSecondPerson } from './need.ts'
import { answeredBefore, lenderRequest } from './request.ts'
import { shownBody } from './shown-body.ts'
import { type Tried, tryOut } from './try-out.ts'

type Passing = {
  readonly exchange: Routed
  readonly route: LenderRoute
  /** As the route would get it. */
  readonly request: LenderRequest
  readonly rawBody: unknown
}

/** Lets the route answer, or asks for a second person: then nothing else happens. */
export async function answerOrAsk(service: WholeService, passing: Passing): Promise<Answer | Page> {
  const { exchange, route, request } = passing
  const { approval } = route
  const place = { sandbox: request.caller.sandbox, demo: service.demo }
  if (approval === undefined || isAlwaysAlone(place, approval.action)) {
    const given = await route.handle(request)
    return request.dryRun ? withNeed(given, { needed: false, policy: 0, because: null }) : given
  }
  const { body, caller } = request
  const before = request.dryRun ? undefined : await answeredBefore(service, exchange, caller)
  if (before !== undefined) return before
  const wanted: Wanted = {
    ...{ action: approval.action, caller, makerId: makerOf(exchange) },
    object: await approval.object(request),
    amount: (await approval.amount?.(request)) ?? null,
    now: service.clocks.real.now(),
  }
  const judged = await judge(service.database, wanted)
  if (request.dryRun) return dryRunOf(passing, judged)
  if (!judged.need.needed) {
    try {
      if (wanted.amount === null) return await route.handle(request)
      const sent = { body, rawBody: request.rawBody }
      const around = (writer: RealWriting['writer']) => bounded(writer, wanted, service.ids)
      return await route.handle(lenderRequest(service, exchange, { caller, ...sent, around }))
    } catch (error) {
      if (!(error instanceof NeedsSecondPerson)) throw error
    }
  }
  return requestApproval(service, passing, wanted)
}

/** For a key, the person who answers for it: what both do counts together. */
function makerOf({ state: { lender, signed } }: Routed): string {
  const id = signed?.person.id ?? lender?.key.ownerId ?? lender?.key.id
  if (id === undefined) throw new Error('nobody of the lender was let in')
  return id
}

type Need = { readonly needed: boolean; readonly policy: number; readonly because: string | null }

function withNeed(given: Answer | Page, approval: Need): Answer | Page {
  if ('content' in given || given.body === null) return given
  return { ...given, body: JSON.stringify({ ...recordOf(JSON.parse(given.body)), approval }) }
}

async function dryRunOf(
  { route, request }: Passing,
  { need, policyVersion }: Awaited<ReturnType<typeof judge>>,
): Promise<Answer | Page> {
  const { needed, because = null } = need
  return withNeed(await route.handle(request), { needed, policy: policyVersion, because })
}

/** Tries it out, and stores the request: the same refusals, and nothing else happens. */
async function requestApproval(
  service: WholeService,
  passing: Passing,
  wanted: Wanted,
): Promise<Answer> {
  const { exchange, route, request } = passing
  const { dryRun: _, writeInRealTime, writeFor: __, ...bare } = request
  const acting = actingOf(service, exchange)
  const tried = await tryOut(service, route, { bare, acting })
  if (!tried.changes) return tried.answer
  const { params, target, state } = exchange
  const { version } = state.negotiated
  const sent = { params, search: target.search, version, rawBody: passing.rawBody }
  return writeInRealTime(
    (writing) => keepApproval(service, writing, { route, sent, wanted, tried }),
    (approval) =>
      answer(202, { approval: approvalView(approval) }, `/lender/approvals/${approval.id}`),
  )
}

type Keeping = {
  readonly route: LenderRoute
  /** The request, which is sent again once somebody approves it. */
  readonly sent: Pick<Approval, 'params' | 'search' | 'version'> & { readonly rawBody: unknown }
  readonly wanted: Wanted
  readonly tried: Tried
}

/** Errors: `approval_pending`, with the id of the one that waits already. */
export function keepApproval(
  service: WholeService,
  writing: RealWriting,
  keeping: Keeping,
): Promise<Approval> {
  const { writer, ids, clock, acting } = writing
  const { wanted } = keeping
  const { rawBody } = keeping.sent
  const { action, object } = wanted
  const place = { mode: modeOf(wanted), action, object }
  refuseWithoutReason(action, rawBody)
  return writer.transaction(null, async (tx) => {
    await lockPlace(tx, place)
    const now = clock.now()
    // By what holds now: others may have acted since.
    const { need, policyVersion } = await judge(tx, { ...wanted, now })
    const because = need.because ?? 'limit'
    const pending = await findPending(tx, place)
    const isOver = pending !== undefined && pending.expiresAt <= now
    if (pending !== undefined && !isOver) {
      const fields = { approval__id: pending.id }
      throw new Refused('approval_pending', { values: { state: 'pending' }, fields })
    }
    const id = ids.next()
    const approval = approvalOf(keeping, { id, now, because, policyVersion })
    const reason = reasonIn(rawBody)
    const body = service.vault.seal(JSON.stringify(rawBody ?? null), placeOf('approvals.body', id))
    return tx.commit(
      approval,
      ...(pending !== undefined && isOver ? [expiryOf(writing, pending, now).written] : []),
      acted(
        { acting: { ...acting, approvalId: id }, ids },
        {
          ...{ action: 'approval.request', object: { kind: 'approval', id } },
          storeId: object.storeId ?? null,
          ...(reason === undefined ? {} : { reason }),
        },
        approvalRow({ ...approval, body }),
      ),
    )
  })
}

type Fresh = Pick<Approval, 'id' | 'because' | 'policyVersion'> & { readonly now: Date }

function approvalOf(
  { route, sent: { rawBody, ...sent }, wanted, tried }: Keeping,
  { id, now, because, policyVersion }: Fresh,
): Approval {
  const { caller, action, object, amount } = wanted
  const { principal, holders } = caller
  const { kind, name } = principal
  const reason = reasonIn(rawBody)
  const isPerson = kind === 'lender_person'
  return {
    ...{ id, action, because, policyVersion, status: 'pending', createdAt: now },
    mode: modeOf(wanted),
    route: `${route.method} ${route.path}`,
    ...{ ...sent, shown: shownBody(rawBody) },
    ...{ reasonCode: reason?.code ?? null, reasonNote: reason?.note ?? null },
    ...{ objectKind: object.kind, objectId: object.id, storeId: object.storeId ?? null },
    ...(amount === null
      ? { amount: null, currency: null }
      : { amount: cents(amount.amount), currency: amount.currency }),
    ...{ effects: tried.effects, effectsHash: tried.hash, expiresAt: endOf(action, now) },
    ...{ makerKind: makerKindOf(kind), makerId: principal.id ?? '' },
    ...{ makerName: name, makerRoles: isPerson ? [...holders] : null },
    ...NOT_ENDED,
  }
}

function makerKindOf(kind: Principal['kind']): Approval['makerKind'] {
  const isMaker = kind === 'lender_person' || kind === 'store_person' || kind === 'store_key'
  return isMaker ? kind : 'lender_key'
}

/** Null: of people, keys and the register, which are of no mode. */
function modeOf({ action, caller }: Wanted): Approval['mode'] {
  if (isModeless(action)) return null
  return caller.sandbox ? 'sandbox' : 'live'
}

/** A person who gives rights alone, while nobody else can, need not say why; the maker does. */
function refuseWithoutReason(action: ApprovalAction, body: unknown): void {
  if (!isModeless(action) || reasonIn(body) !== undefined) return
  throw new Refused('body_invalid', { fields: { reason: ['is required where it takes two'] } })
}

const NOT_ENDED = {
  ...{ endedAt: null, checkerId: null, checkerName: null, checkerNote: null, failure: null },
  ...{ doneEffects: null, doneHash: null, result: null },
}

/** The schema of the route has checked it. */
function reasonIn(body: unknown): { readonly code: string; readonly note: string } | undefined {
  const { code, note } = recordOf(recordOf(body).reason)
  return typeof code === 'string' && typeof note === 'string'
    ? { code, note: note.trim() }
    : undefined
}
