/** Carries out an act that a second person has approved: once, and only as they have seen it. */
import { errorCatalogue, recordOf } from '@svc/api'
import type { Approving, Deciding, Look } from '../../lender/approvals/input.ts'
import { findMaker } from '../../lender/approvals/maker.ts'
import { visible } from '../../lender/approvals/scope.ts'
import type { Approval } from '../../model/approvals/approval.ts'
import { decideCheck, isStillAsked } from '../../model/approvals/rules.ts'
import { compose } from '../../platform/database/compose.ts'
import {
  type Committed,
  type Reader,
  type RowSet,
  rowSetsOf,
  type Transaction,
  type Writer,
} from '../../platform/database/database.ts'
import { type Answer, ofAny } from '../../platform/database/once.ts'
import { commitOf } from '../../platform/database/one-transaction.ts'
import { checkerOf } from '../../platform/http/body.ts'
import { accept, assert, existing, Refused } from '../../platform/refusal.ts'
import { placeOf } from '../../platform/secrets/sealed-columns.ts'
import { serviceActing } from '../../tenancy/actions/service-acting.ts'
import { executionOf, failureOf, withdrawalOf } from '../../tenancy/approvals/ends.ts'
import { judge, type Wanted } from '../../tenancy/approvals/judging.ts'
import { findApproval, findSealedBody, lockApproval } from '../../tenancy/approvals/store.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { isLender, type LenderRoute, type Route } from '../../tenancy/caller/route.ts'
import { findPerson, lockStaff } from '../../tenancy/staff-accounts/store.ts'
import type { WholeService } from '../service/whole-service.ts'
import { effectsOf, hashOfEffects } from './effects.ts'
import { actIn } from './need.ts'
import { readSearch } from './query.ts'
import type { Run } from './request.ts'
import { rules } from './rules-of-schemas.ts'
import { type Bare, handleWith, tryOut } from './try-out.ts'

/** Refused by a rule of approvals, not of the request: it remains pending. */
class Guarded extends Error {
  readonly refused: Refused

  constructor(refused: Refused) {
    super(refused.code)
    this.refused = refused
  }
}

/** The maker may no longer ask. */
class NotAskedAnyMore extends Error {}

/** `routes`: those that can be requested. */
export function createDeciding(service: WholeService, routes: readonly Route[]): Deciding {
  return {
    look: (approval) => look(service, routes, approval),
    approve: (writing, approving) => approve(service, routes, { writing, approving }),
  }
}

type Prepared = { readonly route: LenderRoute; readonly bare: Bare }

/** The original request, on behalf of its maker. */
async function prepare(
  service: WholeService,
  routes: readonly Route[],
  approval: Approval,
): Promise<Prepared> {
  const { database, vault, clocks, ids } = service
  const acting = serviceActing('approvals', clocks.real)
  const { id, params, search, version, makerKind: kind, makerId, makerName, mode } = approval
  const route = routes.find((each) => `${each.method} ${each.path}` === approval.route)
  const maker = await findMaker(database, approval, clocks.real.now())
  if (maker === undefined) throw new NotAskedAnyMore()
  if (route === undefined || !isLender(route)) throw new Refused('path_not_found')
  const sealed = await findSealedBody(database, id)
  const sent =
    sealed === undefined ? null : JSON.parse(vault.open(sealed, placeOf('approvals.body', id)))
  const body = route.body === undefined ? undefined : checkerOf(route.body, rules)(sent).body
  const { holders, permissions } = maker
  const principal = { kind, id: makerId, name: makerName }
  return {
    route,
    bare: {
      ...{ baseUrl: service.baseUrl(), params, search, query: readSearch(search.slice(1), route) },
      ...{ slashed: false, headers: {}, body, version, rawBody: recordOf(sent) },
      caller: { principal, holders, permissions, sandbox: mode === 'sandbox' },
      mayStill: async () => true,
      writing: { writer: database, clock: clocks.real, ids, acting },
    },
  }
}

async function look(
  service: WholeService,
  routes: readonly Route[],
  approval: Approval,
): Promise<Look> {
  try {
    const { route, bare } = await prepare(service, routes, approval)
    const acting = serviceActing('approvals', service.clocks.real)
    return await tryOut(service, route, { bare, acting })
  } catch (error) {
    if (error instanceof NotAskedAnyMore) return { refusal: 'approval_ended' }
    if (!isOfRule(error)) throw error
    return { refusal: error.code }
  }
}

/** The refusal that the same request would get again. */
function isOfRule(error: unknown): error is Refused {
  if (!(error instanceof Refused)) return false
  const { status, retryable } = errorCatalogue[error.code]
  return status < 500 && !retryable
}

type Approved = { readonly writing: RealWriting; readonly approving: Approving }

async function approve(
  service: WholeService,
  routes: readonly Route[],
  { writing, approving }: Approved,
): Promise<Approval> {
  const { approvalId, caller } = approving
  const known = visible(await findApproval(service.database, approvalId), caller, approvalId)
  const done: Approval[] = []
  const execution: Execution = { service, writing, approving, known }
  try {
    // A caller who may not decide it hears so before anything of it is run.
    accept(decideCheck(await checkingOf(execution, service.database, known)))
    const prepared = await prepare(service, routes, known)
    const { id: approvalId, makerId: onBehalf, mode } = known
    const acting = { ...writing.acting, mode, approvalId, onBehalf }
    const run: Run = async (operation, render) =>
      render(
        await operation(
          executing(execution, prepared, {
            render: ofAny(render),
            done: (approval) => done.push(approval),
          }),
        ),
      )
    await handleWith(service, prepared.route, { bare: prepared.bare, run, acting })
  } catch (error) {
    if (error instanceof Guarded) throw error.refused
    if (error instanceof NotAskedAnyMore) return withdraw(execution)
    if (!isOfRule(error) || OWN.has(error.code)) throw error
    return fail(execution, error.code)
  }
  const [approval] = done.toReversed()
  assert(approval !== undefined, `${known.route} was carried out without a transaction`)
  return approval
}

/** From the first look at it, which refuses without ending it. */
const OWN: ReadonlySet<string> = new Set(['approval_own', 'approval_ended', 'permission_missing'])

type Execution = Approved & { readonly service: WholeService; readonly known: Approval }

type Checking = Parameters<typeof decideCheck>[0]

async function checkingOf(
  { writing, approving: { caller } }: Execution,
  reader: Reader,
  approval: Approval,
): Promise<Checking> {
  const now = writing.clock.now()
  const staffId = caller.principal.id ?? ''
  const checker = existing(await findPerson(reader, staffId), 'staff', staffId)
  return { approval, checker, maker: await findMaker(reader, approval, now), now }
}

/** The row, and both people as they are now: nobody changes either until the end. */
async function lockChecked(execution: Execution, tx: Transaction): Promise<Checking> {
  // Before the row, as every change of people takes the two.
  await lockStaff(tx)
  const { known } = execution
  const locked = existing(await lockApproval(tx, known.id), 'approval', known.id)
  const checking = await checkingOf(execution, tx, locked)
  const decision = decideCheck(checking)
  if (decision.refused !== undefined) {
    throw new Guarded(new Refused(decision.refused, decision.detail))
  }
  if (!isStillAsked(checking)) throw new NotAskedAnyMore()
  return checking
}

type Ending = {
  readonly render: (result: unknown) => Answer
  readonly done: (approval: Approval) => void
}

/**
 * In one transaction: the checks, the operation, the comparison with the approved effects, and its
 * end.
 */
function executing(
  execution: Execution,
  { route, bare }: Prepared,
  { render, done }: Ending,
): Writer {
  const { service, writing, approving } = execution
  return {
    async transaction<R>(queue: string | null, work: (tx: Transaction) => Promise<Committed<R>>) {
      const outcomes: R[] = []
      const ended = await writing.writer.transaction(queue, async (tx) => {
        const checking = await lockChecked(execution, tx)
        const { approval, checker, maker, now } = checking
        const { outcome, written } = await work({ ...tx, commit: commitOf })
        const effects = await lookAhead(tx, rowSetsOf(written))
        const hash = hashOfEffects(effects)
        if (hash !== approving.effectsHash) throw staleOf(effects, hash)
        const { status, location, body } = render(outcome)
        const isSecret = route.secretAnswer === true && body !== null
        const executed = executionOf(writing, approval, {
          ...{ checker, note: approving.note, at: now, effects, hash },
          result: { status, location },
          sealedAnswer: isSecret
            ? service.vault.seal(body, placeOf('approvals.answer', approval.id))
            : null,
        })
        const wanted = wantedOf(approval, bare, maker?.accountable ?? approval.makerId, now)
        const { policyVersion } = await judge(tx, wanted)
        const noted = { wanted, aloneMax: null, policyVersion, approvalId: approval.id }
        // It may have to run again.
        outcomes.splice(0, outcomes.length, outcome)
        const act = actIn(written, noted, writing.ids)
        return tx.commit(executed.approval, ...written, executed.written, ...act)
      })
      done(ended)
      for (const outcome of outcomes) return outcome
      throw new Error('a transaction without an outcome')
    },
  }
}

function wantedOf(approval: Approval, { caller }: Bare, makerId: string, now: Date): Wanted {
  const { action, objectKind: kind, objectId: id, amount, currency } = approval
  const isBounded = amount !== null && currency !== null
  const wanted = { action, caller, object: { kind, id }, makerId, now }
  return { ...wanted, amount: isBounded ? { amount, currency } : null }
}

function staleOf(effects: unknown, hash: string): Guarded {
  const beside = { effects, effects_hash: hash }
  return new Guarded(new Refused('approval_stale', { values: { state: 'pending' }, beside }))
}

/** The result if it were written now; then everything is as before. */
async function lookAhead(tx: Transaction, rowSets: readonly RowSet[]): Promise<unknown> {
  const write = compose(rowSets)
  if (write === undefined) return null
  await tx.query('SAVEPOINT seen', [])
  await tx.query(write.text, write.values)
  const effects = await effectsOf(tx, rowSets)
  await tx.query('ROLLBACK TO SAVEPOINT seen', [])
  return effects
}

/** The rule refused it: nothing was done, and that is its end. */
function fail(execution: Execution, code: string): Promise<Approval> {
  const { writing, approving } = execution
  return writing.writer.transaction(null, async (tx) => {
    const { approval, checker, now } = await lockChecked(execution, tx)
    const checked = { checker, note: approving.note, at: now }
    const failed = failureOf(writing, approval, { ...checked, code })
    return tx.commit(failed.approval, failed.written)
  })
}

async function withdraw({ writing, known }: Execution): Promise<never> {
  await writing.writer.transaction(null, async (tx) => {
    const locked = existing(await lockApproval(tx, known.id), 'approval', known.id)
    const now = writing.clock.now()
    if (locked.status !== 'pending') return tx.commit(locked)
    const withdrawn = withdrawalOf(writing, locked, now)
    return tx.commit(withdrawn.approval, withdrawn.written)
  })
  throw new Refused('approval_ended', { values: { state: 'withdrawn' } })
}
