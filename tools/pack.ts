/**
 * Prepares a package for `npm pack` and `npm publish`, which call it (`prepack`, `postpack`). In
 * the repository a package exports its TypeScript sources. Node strips no types below node_modules,
 * so the packed version exports built files: the `publishConfig.exports` of its package.json, which
 * npm does not apply by itself (docs/decisions/0081).
 *
 * Usage: `tools/pack.ts <api|sdk> <built|sources>`
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = {
  readonly exports: Readonly<Record<string, unknown>>
  readonly publishConfig?: { readonly exports: Readonly<Record<string, unknown>> }
}

const [name = '', wanted = ''] = process.argv.slice(2)
if (!/^(api|sdk)$/.test(name) || !/^(built|sources)$/.test(wanted)) {
  throw new Error('usage: tools/pack.ts <api|sdk> <built|sources>')
}
const root = join(import.meta.dirname, '..')
const folder = join(root, 'packages', name)
// The bootstrap has built the SDK.
if (name === 'api') {
  if (wanted === 'built') build()
  exportFiles()
}

function build(): void {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [compiler, '--project', folder], {
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('the package could not be built: the lines above say why')
}

/** Replaces one set of exports with the other; npm reads package.json after this. */
function exportFiles(): void {
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const other = manifest.publishConfig?.exports
  const current = JSON.stringify(manifest.exports).includes('./src/') ? 'sources' : 'built'
  if (current === wanted || other === undefined) return
  const swapped = { ...manifest, exports: other, publishConfig: { exports: manifest.exports } }
  writeFileSync(path, `${JSON.stringify(swapped, null, 2)}\n`)
}
