/** Lists as files (decision 0168): bounded, and each in the log with its SHA-256. */
import { createHash } from 'node:crypto'
import { limits } from '@svc/api'
import { type Permission, scopeFor } from '../../model/staff/roles.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import { headerOf, linesOf } from '../../platform/http/csv.ts'
import { Refused } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { changesOf } from '../../tenancy/actions/changes.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { createOpenStreams, type StreamReader, whileAllowed } from './open-streams.ts'
import { LENDER_ZONE } from './zone.ts'

/** So many are read with one statement; a longer file is sent in parts. */
const ROWS_AT_ONCE = 1_000

/** Of one key or person, and of a process: each has the ids of its rows in memory. */
const counted = createOpenStreams({ ofOneMax: 4, ofAllMax: 16 })

/** What a file is noted with, and whether who takes it would still be let in. */
export type Exporting = Pick<StreamReader, 'mayStill'> & { readonly writing: RealWriting }

/** A caller that may not read a list has no file of it. */
export function mayRead({ permissions, principal }: LenderCaller, permission: Permission): void {
  if (permissions.has(permission)) return
  const scope = principal.kind === 'lender_key' ? scopeFor(permission) : undefined
  throw scope === undefined
    ? new Refused('permission_missing', { values: { permission } })
    : new Refused('scope_missing', { values: { scope } })
}

/** Longer files are requested month by month. */
export function refuseTooMany(count: number, limit: number = limits.exportRowsMax): void {
  if (count <= limit) return
  const rows = [`are ${count} by these filters, and a file holds ${limit}`]
  throw new Refused('query_invalid', { fields: { rows } })
}

type File = {
  readonly list: string
  /** Its filters, as they were sent. */
  readonly filters: string
  readonly storeId?: string | null
}

type Counted = File & { readonly rows: number }

type Listed = File & {
  readonly columns: readonly string[]
  /** By which the rows are read, in the order of the list. */
  readonly ids: readonly string[]
  /** The list's answer for some of them. */
  read(ids: readonly string[]): Promise<readonly object[]>
}

type ListAsFile = Pick<Listed, 'list' | 'columns' | 'read'> & {
  /** That of the list itself. */
  readonly permission: Permission
  /** Its filters and orderings. */
  readonly table: ListTable
  readonly rowsMax?: number
  find(query: ListQuery): Promise<{ readonly count: number; readonly ids: readonly string[] }>
}

/**
 * A list as CSV, by the filters that the caller sent. Refusals: `permission_missing`,
 * `scope_missing`, `query_invalid`.
 */
export async function exportList(
  { writing, mayStill }: Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
  { list, permission, columns, table, rowsMax, find, read }: ListAsFile,
): Promise<AsyncIterable<string>> {
  mayRead(caller, permission)
  const { count, ids } = await find(readWholeList(table, parameters, LENDER_ZONE))
  refuseTooMany(count, rowsMax)
  const file = { list, filters: `${parameters}`, columns, ids, read }
  return listFile({ writing, mayStill }, caller, file)
}

/**
 * A list as CSV, a part of it in memory at a time. Which rows it has is of one moment; what each
 * says is of the moment at which its part is read, so that nobody who reads slowly holds a
 * transaction open.
 */
export function listFile(
  exporting: Exporting,
  caller: LenderCaller,
  { columns, ids, read, ...file }: Listed,
): AsyncIterable<string> {
  async function* parts(): AsyncGenerator<string> {
    yield headerOf(columns)
    for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      yield linesOf(columns, await read(ids.slice(from, from + ROWS_AT_ONCE)))
    }
  }
  return loggedFile(exporting, caller, { ...file, rows: ids.length }, parts())
}

/**
 * Notes a file in the log: one of a single part with its hash before anything of it is given; a
 * longer one when it begins, and then with its hash before the last part, or as cut where the
 * reader has gone or may not read any more, or a part could not be read. Of longer ones only so
 * many are open: else `rate_limited`, and nothing is noted.
 */
export function loggedFile(
  { writing, mayStill }: Exporting,
  caller: LenderCaller,
  file: Counted,
  parts: AsyncIterable<string>,
): AsyncGenerator<string> {
  if (file.rows <= ROWS_AT_ONCE) return noted(writing, caller, file, parts)
  return counted(caller, noted(writing, caller, file, whileAllowed(mayStill, parts)))
}

async function* noted(
  writing: RealWriting,
  caller: LenderCaller,
  file: Counted,
  parts: AsyncIterable<string>,
): AsyncGenerator<string> {
  const isLong = file.rows > ROWS_AT_ONCE
  const note = (said: Said) => noteFile(writing, caller, { ...file, ...said })
  const hash = createHash('sha256')
  let held = ''
  let bytes = 0
  let isCut = isLong
  if (isLong) await note({ state: 'begun' })
  try {
    for await (const part of parts) {
      if (isLong && held !== '') {
        yield held
        bytes += Buffer.byteLength(held)
        held = ''
      }
      held += part
      hash.update(part)
    }
    await note({ state: 'whole', sha256: hash.digest('hex') })
    isCut = false
    yield held
  } finally {
    // Whatever else has failed: the log has that it began.
    if (isCut) await note({ state: 'cut', bytes }).catch(() => undefined)
  }
}

type Said =
  | { readonly state: 'begun' }
  | { readonly state: 'whole'; readonly sha256: string }
  /** `bytes`: so many were taken, and of the next part none or some. */
  | { readonly state: 'cut'; readonly bytes: number }

async function noteFile(
  writing: RealWriting,
  { sandbox }: LenderCaller,
  { storeId = null, ...said }: Counted & Said,
): Promise<void> {
  const action = { action: 'list.export', object: null, storeId, sandbox } as const
  // The end of a long file is later than the request.
  const acting = { ...writing.acting, at: writing.clock.now() }
  await writing.writer.transaction(null, async (tx) => {
    const written = acted({ ...writing, acting }, { ...action, changes: changesOf({}, said) })
    return tx.commit(undefined, written)
  })
}
