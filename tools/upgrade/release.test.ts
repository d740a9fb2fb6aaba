import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkOut, findRelease } from './release.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-releases-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const repository = join(folder, 'repository')
const AUTHOR = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
const git = (...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: repository, encoding: 'utf8', stdio: 'pipe' }).trim()

/** Answers the commit, in which the file holds its subject. */
function commit(subject: string): string {
  writeFileSync(join(repository, 'file'), subject)
  git('add', '.')
  git(...AUTHOR, 'commit', '--quiet', '--message', subject)
  return git('rev-parse', 'HEAD')
}

mkdirSync(repository)
git('init', '--quiet')
const first = commit('release: 0.1.0')
const second = commit('release: 0.2.0')
commit('release: 0.2.01')
commit('tools: speaks of release: 0.2.0 and more')

test('a release is the commit of its tag, else the one whose subject names it', () => {
  assert.equal(findRelease(repository, '0.2.0'), second)
  git(...AUTHOR, 'tag', '--annotate', '--message', 'x', 'v0.2.0', first)
  assert.equal(findRelease(repository, '0.2.0'), first)
  git('tag', '--delete', 'v0.2.0')
  assert.throws(() => findRelease(repository, '0.3.0'), /neither a tag v0.3.0 nor a commit/)
  assert.throws(() => findRelease(folder, '0.2.0'), /neither a tag/)
})

test('a shallow clone reports what it lacks', () => {
  const shallow = join(folder, 'shallow')
  git('clone', '--quiet', '--depth', '1', `file://${repository}`, shallow)
  assert.throws(() => findRelease(shallow, '0.2.0'), /shallow .*git fetch --unshallow --tags/)
})

test('its files are those of the commit, and stay', () => {
  const parent = join(folder, 'releases')
  const place = checkOut(repository, second, parent)
  assert.equal(readFileSync(join(place, 'file'), 'utf8'), 'release: 0.2.0')
  writeFileSync(join(place, 'installed'), '')
  assert.equal(checkOut(repository, second, parent), place)
  assert.equal(readFileSync(join(place, 'installed'), 'utf8'), '')
})

test('without the release the command ends with its own exit code', () => {
  const main = join(import.meta.dirname, 'main.ts')
  const ended = (...more: string[]) =>
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...more], {
      encoding: 'utf8',
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    })
  const { status, stderr } = ended('--from', '999.0.0')
  assert.equal(status, 3)
  assert.match(stderr, /^NOT RUN: /)
  assert.equal(ended('--from', 'main').status, 2)
})
