/**
 * One hash of the sources of built pages and scripts, by which a build is known to be current.
 * Plain JavaScript, because the bootstrap needs it before TypeScript can run.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

const FOLDERS = [
  ...['packages/sdk', 'packages/checkout', 'packages/desk'],
  'packages/api/src/frame-messages.ts',
]
const FILES = ['package-lock.json', 'tsconfig.json', 'tools/build-web.ts', 'tools/web-hash.mjs']
export const BUILT = [
  ...['packages/sdk/dist/script.js', 'packages/sdk/dist/index.js'],
  ...['packages/checkout/dist/checkout.js', 'packages/checkout/dist/checkout.css'],
  'packages/desk/dist/index.html',
]

/** @param {string} root @returns {string} */
export function webHash(root) {
  return hashOf(root, [...FILES, ...FOLDERS.flatMap((folder) => sources(root, folder))])
}

/** @param {string} root @param {readonly string[]} paths @returns {string} */
export function hashOf(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} root @returns {string | undefined} Of the last build, if all of it is there. */
export function builtHash(root) {
  const stamp = join(root, STAMP)
  const files = [stamp, ...BUILT.map((file) => join(root, file))]
  return files.every(existsSync) ? readFileSync(stamp, 'utf8') : undefined
}

export const STAMP = 'packages/checkout/dist/built'

/** @param {string} root @param {string} path @returns {string[]} */
export function sources(root, path) {
  if (path.endsWith('.ts')) return existsSync(join(root, path)) ? [path] : []
  return readdirSync(join(root, path), { recursive: true })
    .map((name) => `${path}/${String(name).split(sep).join('/')}`)
    .filter((file) => !/\/(dist|node_modules)(\/|$)/.test(file) && !file.includes('.test.'))
    .filter((file) => statSync(join(root, file)).isFile())
    .sort()
}
