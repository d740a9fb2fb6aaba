/**
 * The bundles that `npm start` and `npm run svc` run (decision 0180): one folder for each state of
 * the sources. Plain JavaScript, because the bootstrap needs it before TypeScript can run.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, sources } from './web-hash.mjs'

const FOLDERS = ['packages/server/src', 'packages/api/src', 'examples/shop']
const FILES = [
  ...['package-lock.json', 'tsconfig.json', 'packages/server/package.json'],
  ...['packages/api/package.json', 'tools/build-program.ts', 'tools/build/bundle.ts'],
  ...['tools/program.mjs', 'tools/web-hash.mjs'],
]
const WHOLE = 'whole'
const USED_BY = 'used-by-'

/** @param {string} root @returns {string} The folder of all bundles. */
export const bundlesOf = (root) => join(root, 'node_modules', '.svc-program')

/** @param {string} root @returns {string[]} The files that a bundle is made from. */
export function programSources(root) {
  const code = FOLDERS.flatMap((folder) => sources(root, folder))
  return [...FILES, ...code.filter((path) => path.endsWith('.ts'))]
}

/** @param {string} root @returns {string} Names of bundles of these sources begin with it. */
export const programHash = (root) => hashOf(root, programSources(root)).slice(0, 16)

/** @param {string} root @returns {string | undefined} The folder of a bundle of these sources. */
export function wholeBundle(root) {
  const [hash, place] = [programHash(root), bundlesOf(root)]
  try {
    return readdirSync(place)
      .filter((name) => name.startsWith(hash))
      .map((name) => join(place, name))
      .find(isWhole)
  } catch {
    // There is none, or another start is removing it: a new one is made.
    return undefined
  }
}

/** @param {string} folder @returns {boolean} */
export function isWhole(folder) {
  const mark = join(folder, WHOLE)
  return existsSync(mark) && readFileSync(mark, 'utf8') === hashOf(folder, codeOf(folder))
}

/** @param {string} folder Its files are known to be complete from now on. */
export function markWhole(folder) {
  writeFileSync(join(folder, WHOLE), hashOf(folder, codeOf(folder)))
}

/** @param {string} folder @returns {string[]} */
function codeOf(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .sort()
}

/** @param {string} folder @returns {string} Keeps the folder while this process lives. */
export const useMark = (folder) => join(folder, `${USED_BY}${process.pid}`)

/** @param {string} folder @returns {boolean} Some code is only loaded when it is needed. */
export function isUsed(folder) {
  return readdirSync(folder).some((name) => name.startsWith(USED_BY) && isAlive(name))
}

/** @param {string} name */
function isAlive(name) {
  try {
    return process.kill(Number(name.slice(USED_BY.length)), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
