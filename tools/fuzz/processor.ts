import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the kernel's own clock (proc(5)). */
const TICK_MS = 10

/**
 * Milliseconds of processor time that processes have used, with all their threads; a process that
 * is gone counts as none. Undefined if the system does not tell.
 */
export function processorMs(pids: readonly number[]): number | undefined {
  if (process.platform !== 'linux') return undefined
  return pids.reduce((sum, pid) => sum + ticksOf(pid) * TICK_MS, 0)
}

function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/** A process and its children, such as a database server and its backends. */
export function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(name) === pid,
  )
  return [pid, ...children.map(Number)]
}

function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}
