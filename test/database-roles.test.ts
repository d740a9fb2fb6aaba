// Two roles: one owns the schema and migrates it, the other runs the service and may do no more.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { NEEDED } from '../packages/server/src/platform/database/privileges.ts'
import { codeOf } from '../packages/server/src/platform/narrow.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'
import { queryServer } from './postgres-faults.ts'
import { readyDemo } from './ready-demo.ts'
import { type Environment, ended, runProgram } from './running-server.ts'

const SKIP = 'there is no PostgreSQL server here'
const SECRET_KEY = 'a secret key, for tests only'
/** The SQLSTATE of what a role may not do. */
const REFUSED = '42501'

let server: PostgresServer | undefined
/** As the role that runs the service. */
let running: pg.Client | undefined
const folder = mkdtempSync(join(tmpdir(), 'svc-roles-'))

before(async () => {
  server = await startPostgres({ fsync: 'off' })
  if (server === undefined) return
  const { url } = server
  await queryServer(url, 'CREATE ROLE svc_owner LOGIN')
  await queryServer(url, 'CREATE ROLE "svc run" LOGIN')
  await queryServer(url, 'CREATE DATABASE svc OWNER svc_owner')
  running = new pg.Client({ connectionString: urlOf('svc run') })
  await running.connect()
})
after(async () => {
  await running?.end()
  server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const urlOf = (role: string, database = 'svc') =>
  `postgres://${encodeURIComponent(role)}@127.0.0.1:${server?.port}/${database}`
const asOwner = (statement: string) => queryServer(urlOf('svc_owner'), statement)
const place = () => ({ databaseUrl: urlOf('svc run'), folder, remove: async () => {} })
const svc = (role: string, ...args: string[]) => {
  const environment = { SECRET_KEY, DEMO: 'no', DATABASE_URL: urlOf(role), DATABASE_WAIT: '0' }
  return ended(runProgram('cli.ts', { place: place(), args, environment }))
}

async function isRefused(statement: string): Promise<boolean> {
  assert.ok(running !== undefined)
  try {
    await running.query(statement)
    return false
  } catch (error) {
    assert.equal(codeOf(error), REFUSED, `${statement}: ${error}`)
    return true
  }
}

type Check = { readonly name: string; readonly status: string; readonly message: string }

/** What the doctor says of the role. */
async function roleCheck(role: string): Promise<{ status: string; message: string }> {
  const { stdout } = await svc(role, 'doctor', '--json')
  const { checks } = JSON.parse(stdout)
  const { status, message } = checks.find((each: Check) => each.name === 'database role')
  return { status, message }
}

test('without its privileges the service names the command that grants them', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  const early = await svc('svc run', 'migrate')
  assert.equal(early.code, 1, early.stderr)
  assert.match(early.stderr, /permission denied .*: run `svc migrate` as the role that owns/)
  assert.equal((await svc('svc_owner', 'migrate')).code, 0)
  const late = await svc('svc run', 'audit')
  assert.equal(late.code, 2, late.stderr)
  assert.match(late.stderr, /permission denied/)
})

test('svc migrate --grant-to grants a role what the service needs, once', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  await asOwner('GRANT TRUNCATE, UPDATE, REFERENCES ON events TO "svc run"')
  const first = await svc('svc_owner', 'migrate', '--grant-to', 'svc run')
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /^nothing to do; .*; svc run may run the service\n$/)
  assert.equal((await svc('svc_owner', 'migrate', '--grant-to', 'svc run')).code, 0)
  assert.match((await svc('svc_owner', 'migrate')).stdout, /^nothing to do; [^;]*\n$/)
  assert.deepEqual(await roleCheck('svc run'), {
    status: 'ok',
    message: 'svc run may do what the service needs, and no more',
  })
})

test('the service runs on that role, and the auditor reads', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  const child = runProgram('main.ts', { place: place(), environment: {} })
  const demo = await readyDemo(child, place())
  const answer = await fetch(`${demo.base_url}/me`, {
    headers: { authorization: `Bearer ${demo.private_key}` },
  })
  assert.equal(answer.status, 200)
  child.kill('SIGTERM')
  assert.equal((await ended(child)).code, 0)
  const { code, stderr } = await svc('svc run', 'audit')
  assert.equal(code, 0, stderr)
})

test('anything that the code does not do is refused, table by table', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  const rows = await asOwner(`SELECT c.relname AS relation, json_agg(a.attname) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
      AND NOT a.attisdropped AND a.attgenerated = '' GROUP BY 1 ORDER BY 1`)
  const tables = rows.map(({ relation, columns }) => ({
    relation: String(relation),
    columns: columns as readonly string[],
  }))
  const needs = (relation: string, privilege: string, part: string | null = null) =>
    NEEDED.some(
      (each) => each.relation === relation && each.privilege === privilege && each.part === part,
    )
  let refused = 0
  const check = async (statement: string, isNeeded: boolean) => {
    assert.equal(await isRefused(statement), !isNeeded, statement)
    if (!isNeeded) refused++
  }
  for (const { relation, columns: names } of tables) {
    const list = names.join(', ')
    const added = `INSERT INTO ${relation} (${list}) SELECT ${list} FROM ${relation} WHERE false`
    await check(added, needs(relation, 'INSERT'))
    await check(`SELECT FROM ${relation} WHERE false`, needs(relation, 'SELECT'))
    await check(`DELETE FROM ${relation} WHERE false`, needs(relation, 'DELETE'))
    await check(`TRUNCATE ${relation} CASCADE`, false)
    await check(`ALTER TABLE ${relation} DISABLE TRIGGER ALL`, false)
    await check(`DROP TABLE ${relation} CASCADE`, false)
    for (const name of names) {
      const isNeeded = needs(relation, 'UPDATE') || needs(relation, 'UPDATE', name)
      await check(`UPDATE ${relation} SET ${name} = ${name} WHERE false`, isNeeded)
    }
  }
  assert.ok(tables.length > 45 && refused > 3 * tables.length, `${refused} refused`)
})

test('tables that are append-only by trigger are so by privilege as well', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  const guarded =
    await asOwner(`SELECT DISTINCT c.relname AS relation, a.attname AS first FROM pg_trigger t
    JOIN pg_attribute a ON a.attrelid = t.tgrelid AND a.attnum = 1
    JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE p.proname LIKE 'refuse_change%'`)
  assert.ok(guarded.length >= 13, `${guarded.length} tables`)
  for (const { relation, first } of guarded) {
    assert.ok(await isRefused(`DELETE FROM ${relation}`))
    // Of an event its place alone is written later.
    assert.ok(await isRefused(`UPDATE ${relation} SET ${first} = ${first}`))
  }
})

for (const statement of [
  'CREATE TABLE more (id text)',
  'CREATE FUNCTION more() RETURNS int LANGUAGE sql AS $$SELECT 1$$',
  'CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN END$$',
  'DROP TRIGGER seals_append_only ON seals',
  'ALTER TABLE orders ADD COLUMN more text',
  'ALTER TABLE orders DROP CONSTRAINT orders_settled_within_total',
  'DROP INDEX orders_id',
  'SET session_replication_role = replica',
  'SET ROLE svc_owner',
  'CREATE ROLE more',
  'UPDATE schema_migrations SET number = number',
  "COPY orders TO '/tmp/orders'",
]) {
  test(`the role that runs the service cannot: ${statement}`, async (context) => {
    if (server === undefined) return context.skip(SKIP)
    assert.ok(await isRefused(statement))
  })
}

test('a migration grants a running role what it lacks, and others nothing', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  await queryServer(server.url, 'CREATE ROLE reporting LOGIN')
  await asOwner('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reporting')
  await asOwner('REVOKE INSERT ON seals FROM "svc run"')
  const { status, message } = await roleCheck('svc run')
  assert.deepEqual([status, message], ['problem', 'svc run may not INSERT on seals'])
  assert.match((await svc('svc_owner', 'migrate')).stdout, /; svc run may run the service\n$/)
  assert.equal(await isRefused('INSERT INTO seals SELECT * FROM seals'), false)
  const [row] = await asOwner(`SELECT has_table_privilege('reporting', 'seals', 'INSERT') AS may`)
  assert.equal(row?.may, false)
})

test('the doctor reports excess privileges of a role', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  const owner = await roleCheck('svc_owner')
  assert.deepEqual(owner.status, 'warning')
  assert.match(owner.message, /^svc_owner owns the schema/)
  assert.match((await roleCheck('postgres')).message, /^postgres is a superuser/)
  await asOwner('GRANT TRUNCATE ON seals TO "svc run"')
  await asOwner('GRANT UPDATE (data) ON events TO "svc run"')
  await queryServer(urlOf('postgres'), 'GRANT CREATE ON SCHEMA public TO "svc run"')
  assert.deepEqual(await roleCheck('svc run'), {
    status: 'warning',
    message:
      'svc run may do more than it needs: ' +
      'CREATE on the schema, TRUNCATE on seals, UPDATE (data) on events',
  })
  await queryServer(urlOf('postgres'), 'REVOKE CREATE ON SCHEMA public FROM "svc run"')
  assert.equal((await svc('svc_owner', 'migrate', '--grant-to', 'svc run')).code, 0)
  assert.equal((await roleCheck('svc run')).status, 'ok')
})

test('grants to the owner, and to nobody, are refused', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  const owner = await svc('svc_owner', 'migrate', '--grant-to', 'svc_owner')
  assert.equal(owner.code, 1)
  assert.match(
    owner.stderr,
    /svc_owner owns the schema or is a superuser, so that grants do not limit it/,
  )
  const nobody = await svc('svc_owner', 'migrate', '--grant-to', 'nobody"; DROP TABLE seals; --')
  assert.equal(nobody.code, 1)
  assert.match(nobody.stderr, /role "nobody.* does not exist/)
  const embedded = { SECRET_KEY, DEMO: 'no', DATABASE_URL: '' }
  const args = ['migrate', '--grant-to', 'svc run']
  const refused = await ended(runProgram('cli.ts', { place: place(), args, environment: embedded }))
  assert.equal(refused.code, 78)
  assert.match(refused.stderr, /--grant-to is for a PostgreSQL server/)
})

test('with DATABASE_MIGRATE_URL a start prepares a new database itself', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  await queryServer(server.url, 'CREATE DATABASE fresh OWNER svc_owner')
  const environment: Environment = {
    DATABASE_URL: urlOf('svc run', 'fresh'),
    DATABASE_MIGRATE_URL: urlOf('svc_owner', 'fresh'),
  }
  const child = runProgram('main.ts', { place: place(), environment })
  await readyDemo(child, place())
  child.kill('SIGTERM')
  assert.equal((await ended(child)).code, 0)
  const [row] = await queryServer(
    urlOf('svc run', 'fresh'),
    `SELECT (SELECT tableowner FROM pg_tables WHERE tablename = 'orders') AS owner,
       (SELECT count(*)::int FROM stores) AS stores`,
  )
  assert.equal(row?.owner, 'svc_owner')
  assert.ok(Number(row?.stores) > 0)
})
