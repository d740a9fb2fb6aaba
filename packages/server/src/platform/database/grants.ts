/**
 * Two roles on a server: one owns the schema and migrates it, the other runs the service and has
 * the privileges in `privileges.ts` (decision 0105). A role that can write `heartbeats` without
 * owning it runs the service: it is also granted what the schema of a later version needs.
 */

import { assert } from '../refusal.ts'
import { computed, select } from './columns.ts'
import type { Connection, Engine, Reader } from './database.ts'
import { withConnection } from './one-transaction.ts'
import { NEEDED, type Privilege } from './privileges.ts'
import { createReader, exists } from './reader.ts'

/** Any fixed number: one of two concurrent grants would fail. */
const LOCK = 7_238_116_055

export type Granting = {
  /** The role that is to run the service, in addition to those that do already. */
  readonly to?: string | undefined
  /** Whether the role loses privileges that it does not need. */
  readonly exactly?: boolean
}

/**
 * Grants each role that runs the service its missing privileges. Returns the roles that were
 * granted something; does nothing if the schema belongs to somebody else.
 */
export function grantPrivileges(engine: Engine, granting: Granting = {}): Promise<string[]> {
  const { to, exactly = false } = granting
  return withConnection(engine, async (connection) => {
    const reader = readerOn(connection)
    const names = new Set(await listRunningRoles(reader))
    if (to !== undefined) names.add(to)
    if (to !== undefined && exactly) await refuseOwner(reader, to)
    const changed: string[] = []
    for (const name of names) {
      const isEmptied = exactly && name === to
      if (!isEmptied && (await listLacking(reader, name)).length === 0) continue
      await connection.script(await grantScript(reader, name, isEmptied))
      changed.push(name)
    }
    return changed
  })
}

const readerOn = (connection: Connection): Reader =>
  createReader(async (statement) => (await connection.batch([statement]))[0] ?? [])

async function listRunningRoles(reader: Reader): Promise<string[]> {
  const rows = await reader.query(
    select(
      computed<{ name: string }>({ name: 'r.rolname' }),
      `FROM pg_class c CROSS JOIN aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
       WHERE c.oid = to_regclass('heartbeats') AND a.privilege_type = 'INSERT'
         AND a.grantee <> c.relowner AND pg_has_role(c.relowner, 'USAGE')`,
    ),
    [],
  )
  return rows.map(({ name }) => name)
}

/** Grants do not restrict the owner or a superuser, and revoking theirs would stop a service. */
async function refuseOwner(reader: Reader, role: string): Promise<void> {
  const owning = await exists(
    reader,
    `FROM pg_class c WHERE c.oid = to_regclass('heartbeats')
       AND pg_has_role($1::name, c.relowner, 'USAGE')`,
    [role],
  )
  if (owning)
    throw new Error(`${role} owns the schema or is a superuser, so that grants do not limit it`)
}

const PRIVILEGE = computed<Privilege>({
  ...{ relation: 'w.relation', privilege: 'w.privilege', part: 'w.part' },
})
const WANTED = 'jsonb_to_recordset($1::jsonb) AS w (relation text, privilege text, part text)'

/** Privileges that the service needs and a role lacks. Throws if there is no such role. */
function listLacking(reader: Reader, role: string): Promise<Privilege[]> {
  return reader.query(
    select(
      PRIVILEGE,
      `FROM ${WANTED} WHERE NOT CASE WHEN w.part IS NULL
         THEN has_table_privilege($2::name, to_regclass(w.relation), w.privilege)
         ELSE has_column_privilege($2::name, to_regclass(w.relation), w.part, w.privilege) END`,
    ),
    [JSON.stringify(NEEDED), role],
  )
}

const inWords = ({ relation, privilege, part }: Privilege): string =>
  `${privilege}${part === null ? '' : ` (${part})`} on ${relation}`

/** One transaction, since it is one text. */
async function grantScript(reader: Reader, name: string, isEmptied: boolean): Promise<string> {
  const [row] = await reader.query(
    select(computed<{ role: string }>({ role: 'quote_ident($1)' }), ''),
    [name],
  )
  const role = row?.role ?? ''
  const grants = NEEDED.map((each) => `GRANT ${inWords(each)} TO ${role}`)
  const relations = [...new Set(NEEDED.map(({ relation }) => relation))]
  const revoke = isEmptied ? [`REVOKE ALL ON ${relations.join(', ')} FROM ${role}`] : []
  return [`SELECT pg_advisory_xact_lock(${LOCK})`, ...revoke, ...grants].join('; ')
}

/** The excess and missing privileges of the current role. */
export type RoleFacts = {
  readonly name: string
  readonly superuser: boolean
  /** It owns tables, directly or as a member of the owner. */
  readonly owner: boolean
  /** It may create tables. */
  readonly creates: boolean
  /** Each as `DELETE on orders` or `UPDATE (data) on events`, in alphabetical order. */
  readonly excess: readonly string[]
  readonly lacking: readonly string[]
}

const ROLE = computed<Omit<RoleFacts, 'excess' | 'lacking'>>({
  name: 'current_user',
  superuser: 'r.rolsuper',
  owner: `EXISTS (SELECT FROM pg_class c
    WHERE c.oid = to_regclass('schema_migrations') AND pg_has_role(c.relowner, 'USAGE'))`,
  creates: `EXISTS (SELECT FROM pg_class c WHERE c.oid = to_regclass('schema_migrations')
    AND has_schema_privilege(c.relnamespace, 'CREATE'))`,
})

export async function describeRole(reader: Reader): Promise<RoleFacts> {
  const [row] = await reader.query(
    select(ROLE, 'FROM pg_roles r WHERE r.rolname = current_user'),
    [],
  )
  assert(row !== undefined, 'a session has a role')
  const excess = await reader.query(
    select(
      computed<{ name: string }>({ name: `p.privilege || ' on ' || t.relation` }),
      `FROM (SELECT DISTINCT w.relation FROM ${WANTED}) t
         CROSS JOIN unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER'])
           AS p (privilege)
       WHERE has_table_privilege(to_regclass(t.relation), p.privilege)
         AND NOT EXISTS (SELECT FROM ${WANTED} WHERE w.relation = t.relation
           AND w.privilege = p.privilege AND w.part IS NULL)
       UNION ALL SELECT 'UPDATE (' || a.attname || ') on ' || t.relation
       FROM (SELECT DISTINCT w.relation FROM ${WANTED}) t
         JOIN pg_attribute a ON a.attrelid = to_regclass(t.relation) AND a.attnum > 0
           AND NOT a.attisdropped
       WHERE has_column_privilege(a.attrelid, a.attnum, 'UPDATE')
         AND NOT has_table_privilege(a.attrelid, 'UPDATE')
         AND NOT EXISTS (SELECT FROM ${WANTED} WHERE w.relation = t.relation
           AND w.privilege = 'UPDATE' AND coalesce(w.part, a.attname) = a.attname)
       ORDER BY 1`,
    ),
    [JSON.stringify(NEEDED)],
  )
  const lacking = await listLacking(reader, row.name)
  return { ...row, excess: excess.map(({ name }) => name), lacking: lacking.map(inWords) }
}
