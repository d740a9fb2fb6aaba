/** One PostgreSQL server under Patroni, as a machine that dies, hangs and comes back. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { NodePlace } from './files.ts'

const END_MS_MAX = 20_000

export type Node = NodePlace & {
  start(): void
  /** All of its processes at once. */
  kill(): Promise<void>
  /** All of its processes stand still until the answer is called. */
  freeze(): () => void
  isAlive(): boolean
}

type NodeOptions = {
  readonly place: NodePlace
  /** Of its settings. */
  readonly file: string
  readonly log: string
  readonly user: { uid?: number; gid?: number }
  readonly folder: string
}

export function createNode({ place, file, log, user, folder }: NodeOptions): Node {
  let patroni: ChildProcess | undefined
  let frozen: readonly number[] = []

  /** Patroni first, who would look after the others; no process makes another one meanwhile. */
  function stopAll(): readonly number[] {
    const stopped: number[] = []
    const stop = (pid: number | undefined) => {
      if (pid !== undefined && sendSignal(pid, 'SIGSTOP')) stopped.push(pid)
    }
    stop(patroni?.pid)
    const postmaster = postmasterOf(place.data)
    stop(postmaster)
    if (postmaster !== undefined) for (const pid of childrenOf(postmaster)) stop(pid)
    return stopped
  }

  return {
    ...place,
    start() {
      const output = openSync(log, 'a')
      const options = { ...user, cwd: folder, stdio: ['ignore' as const, output, output] }
      patroni = spawn('patroni', [file], options)
      closeSync(output)
      writeFileSync(join(folder, `${place.name}.pid`), String(patroni.pid))
    },
    async kill() {
      const leaving = patroni
      if (leaving === undefined) return
      const pids = new Set([...frozen, ...stopAll()])
      patroni = undefined
      frozen = []
      for (const pid of pids) sendSignal(pid, 'SIGKILL')
      await ended(leaving)
      for (const limit = Date.now() + END_MS_MAX; Date.now() < limit; await pause(20)) {
        if (![...pids].some((pid) => sendSignal(pid, 0))) return
      }
      throw new Error(`${place.name} does not end`)
    },
    freeze() {
      frozen = stopAll()
      return () => {
        for (const pid of frozen) sendSignal(pid, 'SIGCONT')
        frozen = []
      }
    },
    isAlive: () => patroni !== undefined,
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function postmasterOf(data: string): number | undefined {
  const file = `${data}/postmaster.pid`
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

function childrenOf(pid: number): number[] {
  try {
    const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    return listed.trim().split(/\s+/).map(Number)
  } catch {
    return []
  }
}

/** Whether the process was there to get it. */
function sendSignal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
