import { limits } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type ListedAction, listPlaced } from './list-store.ts'
import { reachOf } from './reach.ts'

const PART = 500

type Query = { readonly after: number; readonly limit: number }

/**
 * The actions of the caller's chain behind a place, in order, until there are no more or so many.
 * Only what has its place: a reader that goes on behind the last one misses none, however many are
 * written at the same time. Refusals: `query_invalid`.
 */
export async function streamActions(
  { database }: Reading,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<ListedAction>> {
  const { after, limit } = readQuery(parameters)
  const scope = { sandbox: caller.sandbox, principalId: reachOf(caller) }
  const read = (from: number, left: number) =>
    listPlaced(database, { ...scope, after: from, limit: Math.min(PART, left) })
  // The first part before the answer begins: what fails then is an error.
  const first = await read(after, limit)
  return (async function* parts() {
    let left = limit
    for (let rows = first; rows.length > 0; ) {
      yield* rows
      left -= rows.length
      const last = rows.at(-1)?.place ?? null
      if (left <= 0 || last === null) return
      rows = await read(last, left)
    }
  })()
}

function readQuery(parameters: URLSearchParams): Query {
  const numbers = { after: 0, limit: Number(limits.actionLinesMax) }
  const fields: Record<string, string[]> = {}
  for (const [name, text] of parameters) {
    const known = name === 'after' || name === 'limit'
    const least = name === 'limit' ? 1 : 0
    const most = name === 'limit' ? limits.actionLinesMax : Number.MAX_SAFE_INTEGER
    const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : -1
    const isOnce = parameters.getAll(name).length === 1
    if (known && isOnce && value >= least && value <= most) numbers[name] = value
    else if (known) fields[name] = [`must be a whole number from ${least} to ${most}, once`]
    else fields[name] = ['is no parameter of this route']
  }
  if (Object.keys(fields).length > 0) throw new Refused('query_invalid', { fields })
  return numbers
}
