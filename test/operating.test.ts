// The commands of docs/operating give what the pages say: each block is run.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort, type PostgresServer, startPostgres } from '../tools/postgres.ts'
import { settingsFrom } from './deploy-files.ts'
import {
  type Block,
  blocksOf,
  deployIn,
  elsewhere,
  folderOf,
  missingProgram,
  pages,
  programsIn,
  shell,
  textOf,
} from './page-lines.ts'
import { queryServer } from './postgres-faults.ts'

const root = join(import.meta.dirname, '..')
const svc = join(root, 'packages/server/src/svc.ts')

/** Pages whose blocks another test runs: all that there are. */
const RUN_BY: Readonly<Record<string, string>> = {
  'failover.md': 'tools/cluster/failover.test.ts',
  'install.md': 'test/install.test.ts',
  'open-a-book.md': 'test/http/open-a-book.http.test.ts',
}
/** Blocks that no test runs, by page and heading, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'postgresql.md, Two roles': 'test/database-roles.test.ts does what they do',
  'backup.md, Point-in-time recovery of PostgreSQL': 'tools/restore/restore.test.ts runs them',
}
/** What somebody has who comes to the page. */
const BEFORE: Readonly<Record<string, string>> = {
  'backup.md': 'svc seals --json > seals.json',
  'commands.md': `psql "$(cat url)" -c 'CREATE ROLE svc_run'
    echo '{"in":[["0",1000]],"out":[["1","1",1,1100]]}' > flows.json`,
  'doctor.md': 'svc audit --metrics svc_audit.prom',
}

const isNotRun = (page: string, { heading }: Block) => `${page}, ${heading}` in NOT_RUN
const own = pages.filter((page) => !(page in RUN_BY) && blocksOf(page).length > 0)

test('everything that is listed exists, and every block is in a language that is run', () => {
  const all = pages.flatMap((page) => blocksOf(page).map(({ heading }) => `${page}, ${heading}`))
  for (const name of Object.keys(NOT_RUN)) assert.ok(all.includes(name), name)
  for (const [page, file] of Object.entries(RUN_BY)) {
    assert.ok(pages.includes(page) && existsSync(join(root, file)), file)
    assert.ok(readFileSync(join(root, file), 'utf8').includes(`'${page}'`), `${file}: ${page}`)
  }
  for (const page of pages)
    for (const { heading, language } of blocksOf(page))
      assert.match(language, /^(sh|sql|ini)$/, `${page}, ${heading}`)
})

let server: PostgresServer | undefined
let missing: string | undefined
before(async () => {
  missing = missingProgram()
  server = missing === undefined ? await startPostgres() : undefined
})
after(() => server?.stop())

for (const [index, page] of own.entries()) {
  test(`${page}: its lines run`, { timeout: 300_000 }, async (context) => {
    for (const { text } of blocksOf(page).filter(({ language }) => language === 'ini')) {
      const lines = text.split('\n').filter((line) => line !== '')
      settingsFrom(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s))))
    }
    const lines = blocksOf(page)
      .filter((block) => block.language !== 'ini' && !isNotRun(page, block))
      .map(({ language, text }) =>
        language === 'sql' ? `psql -v ON_ERROR_STOP=1 "$(cat url)" <<'SQL'\n${text}SQL\n` : text,
      )
    if (lines.length === 0) return
    if (server === undefined) return context.skip(`there is no ${missing ?? 'PostgreSQL'} here`)
    const { cwd, environment, places } = await arrive(folderOf(context), server, index)
    const all = ['svc migrate', BEFORE[page] ?? '', elsewhere(lines.join(''), places)]
    await shell(all.join('\n'), { cwd, environment })
  })
}

/** A machine on which the service is installed, on a database of its own, and does not run yet. */
async function arrive(place: string, { url, port: databasePort }: PostgresServer, index: number) {
  const [database, empty] = [`page_${index}`, `page_${index}_empty`]
  for (const name of [database, empty]) await queryServer(url, `CREATE DATABASE ${name}`)
  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${databasePort}/${name}`
  const cwd = join(place, 'work')
  mkdirSync(cwd)
  deployIn(cwd)
  writeFileSync(join(cwd, 'url'), urlOf(database))
  writeFileSync(join(cwd, 'keys'), `key-1 ${randomBytes(32).toString('base64')}\n`, {
    mode: 0o600,
  })
  const metricsPort = String(await freePort())
  const prometheusPlace = `127.0.0.1:${await freePort()}`
  const prometheus = spawnSync('which', ['prometheus'], { encoding: 'utf8' }).stdout.trim()
  const run = `DATABASE_URL="$(cat "${cwd}/url")" "${process.execPath}" "${svc}"`
  const path = programsIn(join(place, 'bin'), {
    svc: `case "$1" in
      # It goes on in the background, in the place of an earlier one.
      start) [ ! -f "${cwd}/pid" ] || kill -KILL "$(cat "${cwd}/pid")"
        ${run} start >> "${cwd}/log" 2>&1 & echo $! > "${cwd}/pid"
        until ${run} ready; do
          kill -0 "$(cat "${cwd}/pid")" || { cat "${cwd}/log" >&2; exit 1; }
          sleep 0.2
        done
        exit ;;
      # Work continues on the restored folder.
      restore) echo "${urlOf(empty)}" > "${cwd}/url" ;;
    esac
    ${run} "$@"`,
    npm: `case "$1 $2" in
      'start ') exec svc start ;;
      'run svc') shift 3; exec svc "$@" ;;
      *) echo "npm $*" >&2; exit 1 ;;
    esac`,
    prometheus: `${prometheus} "$@" --web.listen-address=${prometheusPlace} 2> /dev/null &
    until curl -fs http://${prometheusPlace}/-/ready; do kill -0 $! || exit 1; sleep 0.2; done`,
  })
  const environment = {
    ...{ PATH: path, PORT: String(await freePort()), DEMO: 'no', DRAIN_SECONDS: '0' },
    SECRET_KEYS_FILE: join(cwd, 'keys'),
  }
  const places = {
    ...{ '/backups/': `${place}/`, '/var/lib/node_exporter/': '', '/var/lib/postgresql': place },
    ...{ '/tmp/prometheus': `${place}/prometheus`, '9464': metricsPort },
    '--store ID': `--store "$(svc stores list | grep -om1 '[0-9a-f]\\{32\\}')"`,
  }
  return { cwd, environment, places }
}

/** The service's commands, however they are reached, or a script of the repository. */
const COMMAND =
  /^(?:sudo |.* exec \S+ (?:-- )?)?(?:npm run svc --|svc|npm run ([\w:-]+))(?: (.*))?$/

test('commands that the text names exist, with their options', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const helps = new Map<string, string>()
  const helpOf = (program: readonly string[]) => {
    const key = program.join(' ')
    const all = [...program, '--help']
    const help =
      helps.get(key) ?? execFileSync(process.execPath, all, { cwd: root, env }).toString()
    helps.set(key, help)
    return help
  }
  let seen = 0
  for (const page of pages) {
    const prose = textOf(page).replace(/^```[\s\S]*?^```$/gm, '')
    for (const [, span = ''] of prose.matchAll(/`([^`]+)`/g)) {
      const [match, script, rest = ''] = COMMAND.exec(span) ?? []
      const [command = '', verb = ''] = rest.split(' ')
      // The name of a user or a database; these two take the options of the whole.
      if (match === undefined || (script === undefined && /^(|start|ready)$/.test(command)))
        continue
      const ofSvc = /^(stores|keys|lender-keys|staff|rates|actions)$/.test(command)
        ? [command, verb]
        : [command]
      if (script !== undefined) assert.ok(script in scripts, `${page}: ${span}`)
      const program = script === undefined ? [svc, ...ofSvc] : scripts[script].split(' ').slice(2)
      const help = helpOf(program)
      for (const option of rest.match(/--[a-z][\w-]*/g) ?? [])
        assert.ok(help.includes(option), `${page}: ${span}`)
      seen++
    }
  }
  assert.ok(seen > 20, String(seen))
})
