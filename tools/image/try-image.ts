/** Tests the archive like its users: unpacked, inspected, and run if possible. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oneOrder } from '../../test/one-order.ts'
import { startPostgres, WITHOUT_DISK } from '../postgres.ts'
import { IMAGE } from './image-settings.ts'

/** With a read-only root, as the user of the image. */
const CONTAINER = `
root=$1 user=$2; shift 2
mount --bind "$root" "$root" && mount -t proc proc "$root/proc" && mount -o remount,bind,ro "$root"
exec /usr/sbin/chroot --userspec="$user" "$root" "$@"`
const NAMESPACE = ['--mount', '--propagation', 'private']

type ImageConfig = {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly Labels: Readonly<Record<string, string>>
  readonly ExposedPorts: Readonly<Record<string, object>>
}
type Tried = {
  readonly digest: string
  /** Unpacked. */
  readonly bytes: number
  /** Undefined: it was run. */
  readonly notRun: string | undefined
}

export async function tryImage(archive: string): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tried-'))
  try {
    const { digest, config, root } = unpack(archive, folder)
    const { User: user, Env, Entrypoint, Cmd, ExposedPorts } = config
    for (const name of ['sbom.cdx.json', 'THIRD-PARTY-LICENCES'])
      assert.ok(statSync(join(root, 'opt/svc', name)).size > 10_000, name)
    const numbers = `${IMAGE.user}:${IMAGE.user}`
    assert.deepEqual(
      [user, Cmd, Object.keys(ExposedPorts)],
      [...[numbers, ['start'], [`${IMAGE.port}/tcp`]]],
    )
    const environment = Object.fromEntries(Env.map((line) => line.split(/=(.*)/s)))
    const notRun = await runIt({ root, user, environment, program: Entrypoint })
    return { digest, bytes: sizeOf(root), notRun }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** By the layout of OCI: index, manifest, configuration, one layer. */
function unpack(archive: string, folder: string) {
  const layout = join(folder, 'layout')
  extract(archive, layout)
  const blob = (digest: string) => join(layout, 'blobs', digest.replace(':', '/'))
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const [{ digest }] = read(join(layout, 'index.json')).manifests
  const manifest = read(blob(digest))
  const { config } = read(blob(manifest.config.digest)) as { config: ImageConfig }
  const root = join(folder, 'root')
  for (const layer of manifest.layers) extract(blob(layer.digest), root)
  return { digest: String(digest), config, root }
}

function extract(archive: string, into: string): void {
  mkdirSync(into, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-xf', archive, '-C', into], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${archive} cannot be unpacked: ${stderr}`)
}

function sizeOf(root: string): number {
  const { stdout } = spawnSync('du', ['-sb', root], { encoding: 'utf8' })
  return Number.parseInt(stdout, 10)
}

type Place = {
  readonly root: string
  readonly user: string
  readonly environment: Readonly<Record<string, string>>
  readonly program: readonly string[]
}

async function runIt({ root, user, environment, program }: Place): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can'
  if (spawnSync('unshare', [...NAMESPACE, 'true']).status !== 0)
    return 'this system gives no namespaces'
  const postgres = await startPostgres(WITHOUT_DISK)
  if (postgres === undefined) return 'there is no PostgreSQL server'
  const isolated = [...NAMESPACE, 'sh', '-c', CONTAINER, 'sh', root, user, ...program]
  try {
    await oneOrder(
      (args, more) =>
        spawn('unshare', [...isolated, ...args], { env: { ...environment, ...more } }),
      { DATABASE_URL: postgres.url },
    )
    return undefined
  } finally {
    postgres.stop()
  }
}
