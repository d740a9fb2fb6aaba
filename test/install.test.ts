// docs/operating/install.md: its lines are run, those for Docker and Kubernetes up to the program.
import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort, startPostgres } from '../tools/postgres.ts'
import { compose, kubernetes, kubernetesOf, settingsFrom } from './deploy-files.ts'
import {
  blocksOf,
  deployIn,
  elsewhere,
  folderOf,
  missingProgram,
  programsIn,
  shell,
} from './page-lines.ts'

const root = join(import.meta.dirname, '..')
const blocks = blocksOf('install.md')
const headings = [...new Set(blocks.map(({ heading }) => heading))]

/** The lines to type under a heading. */
const linesUnder = (wanted: string): string =>
  blocks
    .filter(({ heading }) => heading === wanted)
    .map(({ text }) => text)
    .join('')

const SUDO = 'sudo() { if [ "$1" = -u ]; then shift 2; fi; "$@"; }'
const isPrivate = (path: string) => (statSync(path).mode & 0o077) === 0

test('by folder and systemd there is a shop on PostgreSQL', {
  timeout: 180_000,
}, async (context) => {
  const missing = missingProgram()
  if (missing !== undefined) return context.skip(`there is no ${missing} here`)
  const postgres = await startPostgres()
  if (postgres === undefined) return context.skip('there is no PostgreSQL server here')
  context.after(() => postgres.stop())
  const folder = folderOf(context)
  const [port, shopPort] = [String(await freePort()), await freePort()]
  const places = {
    'npm run build': `"${process.execPath}" tools/build.ts --out dist/svc`,
    'dist/svc': `${folder}/build`,
    'deploy/systemd/': `${folder}/deploy/systemd/`,
    '/opt/svc': `${folder}/opt`,
    '/etc/svc': `${folder}/etc`,
    '/etc/systemd/system': `${folder}/units`,
    '/usr/local/bin': `${folder}/bin`,
    '5432': String(postgres.port),
    '8080': port,
    '9464': String(await freePort()),
    '9090': String(await freePort()),
    'deploy/prometheus/': `${folder}/deploy/prometheus/`,
    '/etc/prometheus': `${folder}/prometheus`,
    'scrape_interval: 15s': 'scrape_interval: 1s',
    ':9000': `:${shopPort}`,
    'listen(9000': `listen(${shopPort}`,
    'DRAIN_SECONDS=10': 'DRAIN_SECONDS=0',
  }
  const changed = ['svc', 'svc.env', 'svc.service'].map((name) => `systemd/${name}`)
  deployIn(folder, [...changed, 'prometheus/prometheus.yml'], (text) => elsewhere(text, places))
  for (const name of ['units', 'prometheus']) mkdirSync(join(folder, name))
  // It runs what the unit runs.
  const systemctl = `systemctl() {
    [ "$1" = daemon-reload ] && return
    if [ "$2" = prometheus ]; then
      prometheus --config.file="${folder}/prometheus/prometheus.yml" \\
        --storage.tsdb.path="${folder}/prometheus/data" \\
        --web.listen-address=127.0.0.1:${places['9090']} > "${folder}/prometheus/log" 2>&1 &
      return
    fi
    if [ "$1" = restart ]; then kill "$(cat "${folder}/pid")"; wait "$(cat "${folder}/pid")"; fi
    svc start >> "${folder}/log" 2>&1 & echo $! > "${folder}/pid"
  }`
  const others = ['Containers', 'Kubernetes']
  const lines = headings.filter((heading) => !others.includes(heading)).map(linesUnder)
  const said = await shell(elsewhere(lines.join(''), places), {
    cwd: root,
    instead: [SUDO, systemctl].join('\n'),
    environment: {
      // What it would install is there.
      PATH: programsIn(join(folder, 'bin'), { 'apt-get': 'echo apt-get "$@"' }),
      ...{ PGHOST: '127.0.0.1', PGPORT: String(postgres.port), PGUSER: 'postgres' },
    },
  })
  assert.match(said, /^applied 0001-/m)
  assert.match(said, /"private_key": "sk_/)
  assert.match(said, /"name": "My shop"/)
  assert.match(said, /0 orders, .* nothing found/)
  assert.match(said, /^checks: \d+, problems: 0, warnings: \d$/m)
  assert.match(said, /^svc_http_requests_total\{.*captures/m)
  assert.match(said, /^pg [\d.]+: MIT$/m)
  for (const name of ['database-url', 'secret-keys'])
    assert.ok(isPrivate(join(folder, 'etc', name)))
  assert.ok(existsSync(join(folder, 'units/svc.service')))
})

test('for Compose there are the files that it names, for the service to read', async (context) => {
  const folder = folderOf(context)
  deployIn(folder)
  // chown is for root, as which not everybody tests.
  const programs = 'npm() { echo npm "$@"; }; docker() { echo docker "$@"; }; chown() { :; }'
  const said = await shell(linesUnder('Containers'), {
    cwd: folder,
    instead: `${SUDO}; ${programs}`,
  })
  assert.match(
    said,
    /^npm run image -- --format docker\ndocker load --input dist\/svc-image\.tar$/m,
  )
  const secrets: Record<string, string> = {}
  for (const [name, { file }] of Object.entries<{ file: string }>(compose.secrets)) {
    const path = join(folder, 'deploy/compose', file)
    assert.ok(isPrivate(path), file)
    secrets[name.toUpperCase().replace('-', '_')] = readFileSync(path, 'utf8').trim()
  }
  const { databaseUrl = '' } = settingsFrom(compose.services.service.environment, secrets)
  const { hostname, username, password, pathname } = new URL(databaseUrl)
  const { POSTGRES_USER: user, POSTGRES_DB: name } = compose.services.database.environment
  assert.ok(hostname in compose.services)
  assert.deepEqual([username, pathname], [user, `/${name}`])
  assert.equal(password, secrets.DATABASE_PASSWORD)
  const users = [...said.matchAll(/docker compose exec (\w+)/g)].map(([, service]) => service)
  assert.deepEqual([...new Set(users)], ['service'])
})

test('for Kubernetes the lines name files and objects that exist', async (context) => {
  const folder = folderOf(context)
  deployIn(folder)
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const programs = ['npm', 'skopeo', 'kubectl'].map((name) => `${name}() { echo ${name} "$@"; }`)
  const said = await shell(linesUnder('Kubernetes'), { cwd: folder, instead: programs.join('\n') })
  const [, image = ''] = /docker:\/\/(\S+)/.exec(said) ?? []
  for (const [, file = ''] of said.matchAll(/-f (\S+)/g)) {
    assert.ok(existsSync(join(folder, file)), file)
    const images = readFileSync(join(folder, file), 'utf8').match(/image: .*/g) ?? []
    assert.ok(
      images.every((line) => line === `image: ${image}`),
      `${file}: ${images}`,
    )
  }
  const named = [...said.matchAll(/\b(job|deployment)\/(\S+)/g)]
  assert.equal(named.length, 3)
  for (const [, kind, name] of named)
    assert.ok(
      kubernetes.some((each) => each.kind.toLowerCase() === kind && each.metadata.name === name),
    )
  const files = [...said.matchAll(/--from-file=(\S+)/g)].map(([, name]) => name)
  const { data } = kubernetesOf('ConfigMap')
  const wanted = [data.DATABASE_URL_FILE, data.SECRET_KEYS_FILE]
  assert.deepEqual(
    files,
    wanted.map((path: string) => path.split('/').at(-1)),
  )
})
