import { limits } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { createOpenStreams, type StreamReader, whileAllowed } from '../lists/open-streams.ts'
import { type ListedAction, listPlaced } from './list-store.ts'
import { reachOf } from './reach.ts'

const PART = 500
/** Of one key or person, and of a process: each takes the processor for its whole length. */
const OF_ONE_MAX = 4
const OF_ALL_MAX = 16

type Query = { readonly after: number; readonly limit: number }
type Part = readonly ListedAction[]

const counted = createOpenStreams({ ofOneMax: OF_ONE_MAX, ofAllMax: OF_ALL_MAX })

/**
 * The actions of the caller's chain behind a place, in order, until there are no more or so many.
 * Only what has its place: a reader that goes on behind the last one misses none, however many are
 * written at the same time. By parts; `rate_limited` in place of the first where too many are open.
 * It is cut when who takes it would not be let in any more.
 * Refusals: `query_invalid`.
 */
export function streamActions(
  reading: Reading,
  { caller, mayStill }: StreamReader,
  parameters: URLSearchParams,
): AsyncGenerator<Part> {
  const lines = parts(reading, caller, readQuery(parameters))
  return counted(caller, whileAllowed(mayStill, lines))
}

async function* parts(
  { database }: Reading,
  caller: LenderCaller,
  { after, limit }: Query,
): AsyncGenerator<Part> {
  const scope = { sandbox: caller.sandbox, principalId: reachOf(caller) }
  let [from, left] = [after, limit]
  for (;;) {
    const rows = await listPlaced(database, { ...scope, after: from, limit: Math.min(PART, left) })
    if (rows.length > 0) yield rows
    left -= rows.length
    const last = rows.at(-1)?.place ?? null
    if (left <= 0 || last === null) return
    from = last
  }
}

function readQuery(parameters: URLSearchParams): Query {
  const numbers = { after: 0, limit: Number(limits.actionLinesMax) }
  const fields: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [name, text] of parameters) {
    const known = name === 'after' || name === 'limit'
    const least = name === 'limit' ? 1 : 0
    const most = name === 'limit' ? limits.actionLinesMax : Number.MAX_SAFE_INTEGER
    const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : -1
    const isOnce = !seen.has(name)
    seen.add(name)
    if (known && isOnce && value >= least && value <= most) numbers[name] = value
    else if (known) fields[name] = [`must be a whole number from ${least} to ${most}, once`]
    else fields[name] = ['is no parameter of this route']
  }
  if (Object.keys(fields).length > 0) throw new Refused('query_invalid', { fields })
  return numbers
}
