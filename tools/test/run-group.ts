/** Runs a group of files in a process group of its own, which never outlives the run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { SHORT_LIVED } from '../../test/short-lived.ts'
import { fileMsMax } from './deadline.ts'
import type { Report } from './reporter.ts'

/** Its hooks are not under the deadline of a file: this is when nobody waits any longer. */
const silenceMsMax = (): number => fileMsMax() + 60_000
/** For the process to end after its last file; two busy cores need seconds to close a browser. */
const END_MS_MAX = 60_000
/** Of a test. */
const SLOW_MS = 60_000
/** In characters: of what a file printed, the end is what says why it failed. */
const OUTPUT_MAX = 20_000

export type Group = {
  readonly round: string
  readonly files: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export type FileResult = {
  readonly file: string
  readonly reports: readonly Report[]
  readonly ms: number
  /** What the file printed. */
  readonly output: string
}

/** `unfinished` are the files that had no result, and `reason` says why. */
type GroupEnd = { readonly unfinished: readonly string[]; readonly reason: string }

const running = new Set<ChildProcess>()

/** Ends all groups at once, with the services and browsers in them. */
export function killGroups(): void {
  for (const child of running) killGroup(child)
}

export async function runGroup(
  { files, env }: Group,
  onFile: (result: FileResult) => void,
  silenceMs = silenceMsMax(),
): Promise<GroupEnd & { readonly output: string }> {
  const child = spawn(
    process.execPath,
    [
      ...SHORT_LIVED,
      `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`,
      '--test-reporter-destination=stdout',
      join(import.meta.dirname, 'group.ts'),
      ...files,
    ],
    {
      cwd: join(import.meta.dirname, '..', '..'),
      detached: true,
      // Its results are for us, even where the runner itself is tried in a test.
      env: { ...process.env, ...env, NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  running.add(child)
  let output = ''
  let reports: Report[] = []
  let reason = ''
  const left = [...files]
  const giveUp = (why: string) => {
    reason = why
    killGroup(child)
  }
  let timer = setTimeout(giveUp, silenceMs, 'it did not end in time')
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-OUTPUT_MAX)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  child.on('message', (report: Report) => {
    if (report.kind !== 'end') {
      reports.push(report)
      // What takes minutes says so while its file goes on.
      if (report.ms > SLOW_MS) process.stderr.write(`${report.name}: ${report.kind}\n`)
      return
    }
    left.splice(left.indexOf(report.name), 1)
    onFile({ file: report.name, reports, ms: report.ms, output })
    reports = []
    output = ''
    clearTimeout(timer)
    timer =
      left.length > 0
        ? setTimeout(giveUp, silenceMs, 'it did not end in time')
        : setTimeout(giveUp, Math.min(END_MS_MAX, silenceMs), 'something it opened is still open')
  })
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // What it left behind would hold its pipes open.
    child.once('exit', () => killGroup(child))
    child.once('close', (status, signal) => resolve(status ?? signal ?? ''))
  })
  clearTimeout(timer)
  running.delete(child)
  if (reason === '' && left.length > 0) reason = `its process ended with ${code}`
  return { unfinished: left, reason, output }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}
