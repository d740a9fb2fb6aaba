/**
 * Bundles the service for `npm start` and `npm run svc` (decision 0180), in a process of its own,
 * whose memory ends with it. A new folder each time: concurrent builds do each other no harm, and
 * a folder is only taken for a bundle once it is whole.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bundlesOf, isUsed, isWhole, markWhole, programHash, useMark } from './program.mjs'

const REASON_LENGTH_MAX = 200
const root = join(import.meta.dirname, '..')
const place = bundlesOf(root)
const say = (line: string) => process.stderr.write(`${line}\n`)

async function build(): Promise<void> {
  const started = performance.now()
  // First, so that sources which change meanwhile are bundled again.
  const hash = programHash(root)
  mkdirSync(place, { recursive: true })
  const folder = mkdtempSync(join(place, `${hash}-`))
  // Another user may start what this one has bundled.
  chmodSync(folder, 0o755)
  writeFileSync(useMark(folder), '')
  say('Bundling the service …')
  try {
    const { bundle } = await import('./build/bundle.ts')
    await bundle(folder, root)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
    markWhole(folder)
    rmSync(useMark(folder))
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  removeOthers(hash)
  say(`  service: done after ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}

/** Bundles of other sources, and unfinished ones, unless a process still runs or makes them. */
function removeOthers(hash: string): void {
  for (const name of readdirSync(place)) {
    const folder = join(place, name)
    try {
      const isOther = !name.startsWith(hash) || !isWhole(folder)
      if (isOther && !isUsed(folder)) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another build removes it as well, or the next one will.
    }
  }
}

/** On one line, however many a bundler writes. */
function reasonOf(error: unknown): string {
  const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, REASON_LENGTH_MAX)
}

try {
  await build()
} catch (error) {
  say(`The service runs from its sources, because it cannot be bundled: ${reasonOf(error)}`)
  process.exitCode = 1
}
