import type { Acting } from '../../model/actions/action.ts'
import type { Writer } from '../../platform/database/database.ts'
import { dryRun } from '../../platform/database/dry-run.ts'
import type { Answer } from '../../platform/database/once.ts'
import { assert } from '../../platform/refusal.ts'
import type { LenderRequest, LenderRoute } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import { effectsOf, hashOfEffects } from './effects.ts'
import { lenderWrites, type Run } from './request.ts'

/** A request without the ways in which it writes. */
export type Bare = Omit<LenderRequest, 'dryRun' | 'writeFor' | 'writeInRealTime'>

/** The effects of a request, and its answer. */
export type Tried = {
  readonly answer: Answer
  readonly effects: unknown
  readonly hash: string
  /** Whether it changes anything. */
  readonly changes: boolean
}

/** Runs the route's own handler without its effect; it refuses as the request itself would. */
export async function tryOut(
  service: WholeService,
  route: LenderRoute,
  { bare, acting }: { readonly bare: Bare; readonly acting: Acting },
): Promise<Tried> {
  const seen: Pick<Tried, 'effects' | 'changes'>[] = []
  const run: Run = async (operation, render) => {
    const { result, effects } = await dryRun(
      service.database,
      (writer: Writer) => operation(writer),
      async (reader, rowSets) => ({
        changes: rowSets.length > 0,
        effects: rowSets.length === 0 ? null : await effectsOf(reader, rowSets),
      }),
    )
    seen.push(effects)
    return render(result)
  }
  const answer = await handleWith(service, route, { bare, run, acting })
  const [first] = seen
  assert(seen.length === 1 && first !== undefined, `${route.path} writes in one transaction`)
  return { ...first, answer, hash: hashOfEffects(first.effects) }
}

type Handling = { readonly bare: Bare; readonly run: Run; readonly acting: Acting }

/** The answer of the route's own handler, whose transaction is `run`’s. */
export async function handleWith(
  service: WholeService,
  route: LenderRoute,
  { bare, run, acting }: Handling,
): Promise<Answer> {
  const writes = lenderWrites(service, {
    ...{ run, acting: () => acting, sandbox: bare.caller.sandbox },
  })
  const given = await route.handle({ ...bare, dryRun: false, ...writes })
  assert(!('content' in given), 'what takes two answers no page')
  return given
}
