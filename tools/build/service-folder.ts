/** Builds the release folder: programs, pages, migrations, Node, licences, materials. */
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { billOfMaterials, type Materials, thirdPartyLicences } from './bill-of-materials.ts'
import { bundle } from './bundle.ts'
import { productionPackages } from './production-packages.ts'

const root = join(import.meta.dirname, '../..')
const PGLITE = 'node_modules/@electric-sql/pglite'

/** The built service looks for nothing outside its folder. */
const LAUNCHER = `#!/bin/sh
program=$0
[ -L "$program" ] && program=$(readlink -f "$program")
folder=\${program%/*}
[ "$folder" = "$program" ] && folder=.
exec "$folder/node" "$folder/../lib/svc.js" "$@"
`

/** Replaces an earlier one, completely or not at all. */
export async function buildService(out: string): Promise<Materials> {
  if (existsSync(out) && !existsSync(join(out, 'lib/svc.js')) && readdirSync(out).length > 0)
    throw new Error(`${out} holds something else: name a folder of its own`)
  const made = `${out}.${process.pid}`
  rmSync(made, { recursive: true, force: true })
  mkdirSync(join(made, 'bin'), { recursive: true })
  try {
    const materials = await fill(made)
    openToAll(made)
    rmSync(out, { recursive: true, force: true })
    renameSync(made, out)
    return materials
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    throw error
  }
}

async function fill(folder: string): Promise<Materials> {
  await bundle(join(folder, 'lib'), folder)
  const copy = (path: string, isWanted: (path: string) => boolean = () => true) =>
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (from) => statSync(from).isDirectory() || isWanted(from),
    })
  const isNoCode = (path: string) => !/\.tsx?$/.test(path)
  copy('packages/server/src', isNoCode)
  copy('packages/sdk/dist')
  copy('examples/shop/browser', isNoCode)
  copy(PGLITE, (path) => /(package\.json|LICENSE|\.js|\.wasm|\.data|\.tar\.gz)$/.test(path))
  for (const pages of ['checkout', 'desk']) {
    const place = join(folder, 'node_modules/@svc', pages)
    for (const name of ['package.json', 'dist'])
      cpSync(join(root, 'packages', pages, name), join(place, name), { recursive: true })
  }
  copy('LICENSE')
  writeFileSync(join(folder, 'bin/svc'), LAUNCHER)
  const program = join(folder, 'bin/node')
  copyFileSync(process.execPath, program, constants.COPYFILE_FICLONE)
  const materials = materialsOf(program)
  const { version } = materials
  const json = (name: string, value: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
  json('package.json', { name: 'svc', version, license: 'Apache-2.0', type: 'module' })
  json('sbom.cdx.json', billOfMaterials(materials))
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES'), thirdPartyLicences(materials))
  removeEmpty(folder)
  return materials
}

function materialsOf(program: string): Materials {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const node = { version: process.versions.node, program }
  return { version, node, ...productionPackages() }
}

/** Folders that only contained code. */
function removeEmpty(folder: string): void {
  const folders = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const path of folders.sort().reverse())
    if (readdirSync(path).length === 0) rmSync(path, { recursive: true })
}

/** A builder's umask may hide their files from others; other users run these. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const isProgram = dirname(path) === join(folder, 'bin')
    chmodSync(path, entry.isDirectory() || isProgram ? 0o755 : 0o644)
  }
}
