/** The built folder, run as an operator would who lets it write nowhere. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildService } from '../tools/build/service-folder.ts'
import type { Environment } from './running-server.ts'

/** Every disk only readable, for this process and its own, which then is nobody. */
const WORLD = `
while read -r _ path _; do mount -o remount,bind,ro "$path" 2> /dev/null; done < /proc/self/mounts
exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs -- "$@"`
const NAMESPACE = ['unshare', '--mount', '--propagation', 'private']

type Run = {
  readonly environment?: Environment
  readonly mayWrite?: boolean
  /** Instead of `bin/svc`. */
  readonly program?: string
}

export type ShippedService = {
  readonly folder: string
  /** Whether a whole disk can be made read-only here; else only the folder is. */
  readonly isolated: boolean
  /** `bin/svc` with nothing of the repository around it. */
  run(args: readonly string[], options?: Run): ChildProcess
  remove(): void
}

export async function buildShipped(): Promise<ShippedService> {
  const parent = mkdtempSync(join(tmpdir(), 'svc-shipped-'))
  const folder = join(parent, 'svc')
  await buildService(folder)
  for (const path of [folder, parent]) chmodSync(path, 0o555)
  const [command = '', ...flags] = NAMESPACE
  const isolated = process.getuid?.() === 0 && spawnSync(command, [...flags, 'true']).status === 0
  const world = isolated ? [...NAMESPACE, 'sh', '-c', WORLD, 'sh'] : []
  return {
    folder,
    isolated,
    run(args, { environment = {}, mayWrite = false, program = join(folder, 'bin/svc') } = {}) {
      const line = [...(mayWrite ? [] : world), program, ...args]
      return spawn(line[0] ?? '', line.slice(1), {
        cwd: folder,
        env: { PATH: process.env.PATH, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
    },
    remove() {
      for (const path of [parent, folder]) chmodSync(path, 0o755)
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
