/**
 * Failed authentication in the log of actions, limited so that nobody can fill the disk: 10 rows a
 * minute for each principal, 60 in all, then rows with a count. Each process counts for itself.
 */

import type { Acting } from '../../model/actions/action.ts'
import { errorDetails } from '../../platform/error-details.ts'
import type { Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { WholeService } from '../service/whole-service.ts'

export type RefusalLog = {
  note(acting: Acting, refused: Refused, storeId: string | null): void
  /** Writes the refusals that are only counted so far, and resolves when everything is written. */
  settled(): Promise<void>
}

type Refusal = {
  readonly acting: Acting
  readonly refusal: string
  readonly storeId: string | null
}
type Counted = { first: Refusal; rows: number; more: number }

const WINDOW_MS = 60_000
const ROWS_OF_ONE = 10
const ROWS_IN_ALL = 60
/** Principals that are counted separately; the others are counted together. */
const PRINCIPALS_MAX = 1_000
const OTHERS = 'others'

export function createRefusalLog({ database, ids, log }: WholeService): RefusalLog {
  const underWay = new Set<Promise<void>>()
  let counted = new Map<string, Counted>()
  let rows = 0
  let timer: NodeJS.Timeout | undefined

  function write({ acting, refusal, storeId }: Refusal, count: number): void {
    const action = { action: 'authentication.fail', object: null, storeId, refusal, count } as const
    const refused = acted({ acting, ids }, action)
    const done = database
      .transaction(null, async (tx) => tx.commit(undefined, refused))
      .catch((error: unknown) => {
        log.error(
          { store_id: storeId, refusal, ...errorDetails(error) },
          'an action could not be recorded',
        )
      })
      .then(() => void underWay.delete(done))
    underWay.add(done)
  }

  /** A row for each principal that exceeded its limit, and one for all beyond the total limit. */
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const beyond = [...counted.values()].filter(({ more }) => more > 0)
    for (const { first, more } of beyond.slice(0, ROWS_IN_ALL)) write(first, more)
    const rest = beyond.slice(ROWS_IN_ALL)
    const count = rest.reduce((sum, { more }) => sum + more, 0)
    const [one] = rest
    if (one !== undefined) write(anonymous(one.first), count)
    counted = new Map()
    rows = 0
  }

  return {
    note(acting, { code }, storeId) {
      if (timer === undefined) {
        timer = setTimeout(flush, WINDOW_MS)
        timer.unref()
      }
      const refusal = { acting, refusal: code, storeId }
      const { principal, address } = acting
      const name = `${principal.id ?? address}`
      const isKnown = counted.has(name) || counted.size < PRINCIPALS_MAX
      const key = isKnown ? name : OTHERS
      const entry = counted.get(key) ?? {
        first: isKnown ? refusal : anonymous(refusal),
        ...{ rows: 0, more: 0 },
      }
      counted.set(key, entry)
      if (isKnown && entry.rows < ROWS_OF_ONE && rows < ROWS_IN_ALL) {
        entry.rows++
        rows++
        write(refusal, 1)
      } else entry.more++
    },
    async settled() {
      flush()
      await Promise.all(underWay)
    },
  }
}

/** Many have no common name, address or store. */
function anonymous({ acting, refusal }: Refusal): Refusal {
  const principal = { kind: 'stranger', id: null, name: null } as const
  const nobody = { requestId: null, address: null, agent: null, route: null, mode: null }
  return { acting: { ...acting, principal, ...nobody }, refusal, storeId: null }
}
