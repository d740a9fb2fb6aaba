/**
 * Two roles on a server: one owns the schema and migrates it, the other runs the service and may do
 * what `privileges.ts` lists (decision 0105). A role that may write `heartbeats` without owning it
 * runs the service: what the schema of a later version needs is granted to that role as well.
 */

import { assert } from '../refusal.ts'
import { computed, select } from './columns.ts'
import type { Connection, Engine, Reader } from './database.ts'
import { withConnection } from './one-transaction.ts'
import { NEEDED, type Privilege } from './privileges.ts'
import { createReader, exists } from './reader.ts'

/** Any fixed number: of two that grant the same at once, one would fail. */
const LOCK = 7_238_116_055

export type Granting = {
  /** Which role is to run the service, beside those that do already. */
  readonly to?: string | undefined
  /** Whether that role loses what it does not need. */
  readonly exactly?: boolean
}

/**
 * Gives each role that runs the service what it lacks. Answers the roles that were given something;
 * nothing happens where the schema is somebody else's.
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

/** Grants bind neither the owner nor a superuser, and taking theirs away would stop a service. */
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

/** What a role may not do and the service needs. Throws where there is no such role. */
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

/** What the role that reads may do beyond what the service needs, and what it lacks. */
export type RoleFacts = {
  readonly name: string
  readonly superuser: boolean
  /** It owns tables, alone or as a member of the owner. */
  readonly owner: boolean
  /** It may add tables. */
  readonly creates: boolean
  /** Each as `DELETE on orders` or `UPDATE (data) on events`, in the order of the alphabet. */
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
