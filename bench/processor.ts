/** Processor time of a process and its descendants, as counted by Linux. */
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

type Process = {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
  readonly waitedFor: number
}

function readProcess(pid: number): Process[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The fields after the name, which may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const places = { parent: 1, user: 11, system: 12, userBelow: 13, systemBelow: 14 }
    const numbers = Object.values(places).map((index) => Number(fields[index]))
    const [parent = 0, user = 0, system = 0, userBelow = 0, systemBelow = 0] = numbers
    return [{ pid, parent, ticks: user + system, waitedFor: userBelow + systemBelow }]
  } catch {
    // It ended meanwhile, or this is not Linux.
    return []
  }
}

/** In seconds, including those that have ended since. */
export function processorSeconds(...roots: readonly number[]): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const processes = all.flatMap((name) => readProcess(Number(name)))
  const byParent = Map.groupBy(processes, ({ parent }) => parent)
  const ticksOf = ({ pid, ticks, waitedFor }: Process): number =>
    (byParent.get(pid) ?? []).reduce((sum, each) => sum + ticksOf(each), ticks + waitedFor)
  const ticks = processes
    .filter(({ pid }) => roots.includes(pid))
    .reduce((sum, each) => sum + ticksOf(each), 0)
  return ticks / TICKS_PER_SECOND
}

/** Of the children of this process that have ended. */
export function childrenSeconds(): number {
  const [own] = readProcess(process.pid)
  return own === undefined ? Number.NaN : own.waitedFor / TICKS_PER_SECOND
}
