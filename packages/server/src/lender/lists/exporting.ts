/** Lists as files (decision 0141): bounded, and each in the log with its SHA-256. */
import { limits } from '@svc/api'
import { type Permission, scopeFor } from '../../model/staff/roles.ts'
import { Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'
import { sha256 } from '../../tenancy/actions/hash.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'

/** A caller that may not read a list has no file of it. */
export function mayRead({ permissions, principal }: LenderCaller, permission: Permission): void {
  if (permissions.has(permission)) return
  const scope = principal.kind === 'lender_key' ? scopeFor(permission) : undefined
  throw scope === undefined
    ? new Refused('permission_missing', { values: { permission } })
    : new Refused('scope_missing', { values: { scope } })
}

/** More is asked for month by month. */
export function refuseTooMany(count: number): void {
  const { exportRowsMax: limit } = limits
  if (count <= limit) return
  const rows = [`are ${count} by these filters, and a file holds ${limit}`]
  throw new Refused('query_invalid', { fields: { rows } })
}

type File = {
  readonly list: string
  /** What it was filtered by, as it was sent. */
  readonly filters: string
  readonly rows: number
  readonly content: string
  readonly storeId?: string | null
}

/** Notes it in the log; a file that is not there is given to nobody. */
export async function noteFile(
  writing: RealWriting,
  { sandbox }: LenderCaller,
  { list, filters, rows, content, storeId = null }: File,
): Promise<string> {
  const said = { list, filters, rows, sha256: sha256(content) }
  const action = { action: 'list.export', object: null, storeId, sandbox } as const
  return writing.writer.transaction(null, async (tx) => {
    const written = acted(writing, { ...action, changes: changesOf({}, said) })
    return tx.commit(content, written)
  })
}
