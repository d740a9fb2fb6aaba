import { createHash } from 'node:crypto'
import type { ReadActionName } from '../../model/actions/action.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, Reading, RealWriting } from '../../tenancy/caller/context.ts'
import { isNoted } from './store.ts'

const QUARTER_MS = 15 * 60_000
/** Recent log entries of this process: a forgotten one is looked up. */
const noted = new BoundedMap<string, true>(20_000)

/** Reads that are logged with their reader. */
export type LoggedReading = Reading & { readonly writing: RealWriting }

type Object = {
  readonly kind: 'person' | 'order' | 'loan'
  readonly id: string
  /** Whose it is, where it is of a store. */
  readonly storeId: string | null
}

/**
 * Logs that a person of the lender has opened something: once per person, object and quarter of an
 * hour. The id of the action follows from those, so that of two processes one writes it. Programs'
 * keys are logged by their reveals and exports only. Before the answer: a reader who cannot be
 * logged reads nothing.
 */
export async function logRead(
  { writer, clock, acting }: RealWriting,
  { principal, sandbox }: LenderCaller,
  { kind, id, storeId }: Object,
): Promise<void> {
  if (principal.kind !== 'lender_person') return
  const actionId = readId(clock.now(), [principal.id ?? '', sandbox ? 'sandbox' : 'live', kind, id])
  if (noted.has(actionId)) return
  const action: ReadActionName = `${kind}.read`
  const about = { object: { kind, id }, storeId, sandbox }
  const personId = kind === 'person' ? { personId: id } : {}
  await writer.transaction(null, async (tx) => {
    if (await isNoted(tx, actionId)) return tx.commit(undefined)
    const actor = { acting, ids: { next: () => actionId } }
    return tx.commit(undefined, acted(actor, { action, ...about, ...personId }))
  })
  noted.set(actionId, true)
}

/** As every id it begins with a second: that in which the quarter of an hour began. */
function readId(now: Date, parts: readonly string[]): string {
  const began = Math.floor(now.getTime() / QUARTER_MS) * (QUARTER_MS / 1_000)
  const time = began.toString(16).padStart(8, '0')
  const hash = createHash('sha256')
    .update(JSON.stringify([began, ...parts]))
    .digest('hex')
  return time + hash.slice(0, 24)
}
