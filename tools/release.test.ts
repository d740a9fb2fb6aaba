// A release in a temporary repository with our own packages and changelog.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'

const root = join(import.meta.dirname, '..')
const manifests = readdirSync(join(root, 'packages')).map((name) => `packages/${name}/package.json`)
const jsonFiles = ['package.json', ...manifests, 'package-lock.json']
const deployFiles = ['compose/compose', 'kubernetes/migrate', 'kubernetes/service'].map(
  (name) => `deploy/${name}.yaml`,
)
const files = [...jsonFiles, ...deployFiles]
let folder: string

const git = (...parameters: string[]) => run('git', parameters).stdout.trim()
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

function run(program: string, parameters: readonly string[]) {
  const person = { NAME: 'Somebody', EMAIL: 'somebody@example.com' }
  const names = Object.entries(person).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ])
  const env = { ...process.env, ...Object.fromEntries(names), GIT_CONFIG_GLOBAL: '/dev/null' }
  return spawnSync(program, parameters, { cwd: folder, env, encoding: 'utf8' })
}

function release(...parameters: string[]) {
  const flags = ['--disable-warning=ExperimentalWarning', join(root, 'tools/release.ts')]
  const { status, stdout, stderr } = run(process.execPath, [...flags, ...parameters])
  return { status, text: stdout + stderr }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-release-'))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.0.1\n')
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('versions, changelog, commit and tag follow, after the checks', () => {
  const before = Object.fromEntries(files.map((file) => [file, read(file)]))
  const { status, text } = release('9.8.7', '--check', 'node --version')
  assert.equal(status, 0, text)
  assert.match(text, /v\d+\.\d+\.\d+[\s\S]*released 9\.8\.7/)
  const { version } = JSON.parse(before['package.json'] ?? '') as { version: string }
  for (const file of files) {
    const lines = (before[file] ?? '').split('\n')
    const changed = read(file)
      .split('\n')
      .flatMap((line, index) => (line === lines[index] ? [] : [[lines[index] ?? '', line]]))
    assert.ok(changed.length > 0, file)
    for (const [from = '', to] of changed) {
      assert.match(from, /^ *("(version|@svc\/\w+)": "|image: svc:)/)
      assert.equal(from.replace(version, '9.8.7'), to)
    }
  }
  const section = /## Unreleased\n\n## 9\.8\.7 - \d{4}-\d\d-\d\d\n\n### Added/
  assert.match(read('CHANGELOG.md'), section)
  assert.equal(git('status', '--porcelain'), '')
  assert.equal(git('log', '-1', '--format=%s'), 'release: 9.8.7')
  assert.equal(git('describe', '--exact-match'), 'v9.8.7')
})

test('a dry run and the help change nothing', () => {
  const head = git('rev-parse', 'HEAD')
  const { status, text } = release('9.8.7', '--dry-run', '--check', 'false')
  assert.equal(status, 0, text)
  assert.match(text, /would set package\.json,.* and tag v9\.8\.7/)
  assert.match(release('--help').text, /--dry-run/)
  assert.equal(git('status', '--porcelain'), '')
  assert.deepEqual([git('rev-parse', 'HEAD'), git('tag')], [head, ''])
})

const obstacles: readonly {
  readonly name: string
  readonly version?: string
  readonly more?: readonly string[]
  prepare?(): void
  readonly says: RegExp
}[] = [
  { name: 'no version', version: '1.2', says: /1\.2 is no version/ },
  { name: 'an earlier version', version: '0.0.9', says: /does not come after/ },
  { name: 'an unknown flag', more: ['--push'], says: /--push/ },
  { name: 'a file that is not committed', prepare: () => write('a', ''), says: /not clean/ },
  { name: 'another branch', prepare: () => git('switch', '-qc', 'x'), says: /x is checked out/ },
  { name: 'a tag of that name', prepare: () => git('tag', 'v9.8.7'), says: /is a tag already/ },
  {
    name: 'an empty changelog',
    prepare() {
      write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.0.1\n\n- A thing.\n')
      git('commit', '-qam', 'empty')
    },
    says: /nothing under/,
  },
  { name: 'a check that fails', more: ['--check', 'exit 3'], says: /exit 3 failed/ },
  {
    name: 'a check that changes files',
    more: ['--check', 'echo 1 > left-behind'],
    says: /have changed files/,
  },
]

for (const { name, version = '9.8.7', more = [], prepare, says } of obstacles) {
  test(`${name} stops it, and nothing is tagged`, () => {
    prepare?.()
    const head = git('rev-parse', 'HEAD')
    const tags = git('tag')
    const { status, text } = release(version, ...more)
    assert.equal(status, 1)
    assert.match(text, says)
    assert.deepEqual([git('rev-parse', 'HEAD'), git('tag')], [head, tags])
  })
}
