/** One PostgreSQL server under Patroni, as a machine that crashes, hangs and returns. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { NodePlace } from './files.ts'

const END_MS_MAX = 20_000
/**
 * Patroni as started by `patroni`, but with a `ttl` below 20 s, which newer versions raise to that.
 */
const PATRONI = `from patroni.config import Config
from patroni.__main__ import main
Config._validate_and_adjust_timeouts = lambda *_: None
main()`

export type Node = NodePlace & {
  start(): void
  /** Signals all of its processes together. */
  kill(): Promise<void>
  /** Stops all of its processes until the returned function is called. */
  freeze(): () => void
  isAlive(): boolean
  /** Whether Patroni ended by itself. */
  hasFallen(): boolean
}

type NodeOptions = {
  readonly place: NodePlace
  /** The path of its settings. */
  readonly file: string
  readonly log: string
  readonly user: { uid?: number; gid?: number }
  /** Its runtime. */
  readonly env: NodeJS.ProcessEnv
  readonly folder: string
}

export function createNode({ place, file, log, user, env, folder }: NodeOptions): Node {
  let patroni: ChildProcess | undefined
  let frozen: readonly number[] = []

  /** Until there is none left that could start another one. */
  function stopAll(): readonly number[] {
    const stopped = new Set<number>()
    for (let before = -1; before < stopped.size; ) {
      before = stopped.size
      for (const pid of processesOf(patroni?.pid, place.data)) {
        if (!stopped.has(pid) && sendSignal(pid, 'SIGSTOP')) stopped.add(pid)
      }
    }
    return [...stopped]
  }

  return {
    ...place,
    start() {
      const output = openSync(log, 'a')
      const options = { ...user, env, cwd: folder, stdio: ['ignore' as const, output, output] }
      patroni = spawn('/usr/bin/python3', ['-c', PATRONI, file], options)
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
    hasFallen: () => patroni !== undefined && patroni.exitCode !== null,
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Patroni, the server in that folder, which has no parent, and all their descendants. */
function processesOf(patroni: number | undefined, data: string): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const pids: number[] = []
  // Parents come before their children, unless numbers have wrapped around: the next pass finds
  // those.
  for (const line of listed.split('\n')) {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    const isRoot = Number(pid) === patroni || command.includes(` -D ${data}`)
    if (isRoot || pids.includes(Number(parent))) pids.push(Number(pid))
  }
  return pids
}

/** Whether the process still existed. */
function sendSignal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
