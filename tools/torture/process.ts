/** A process of the service that is killed, stopped and started again on the same data. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Place } from './caller.ts'

const TREE = join(import.meta.dirname, '../..')
const START_MS_MAX = 90_000
const STOP_MS_MAX = 20_000
const LOG_MAX = 20_000
/** Both processes of a run read and write the same secrets. */
const SECRET_KEY = 'torture-torture-torture-torture!'

export type ServiceOptions = {
  readonly folder: string
  /** Of the source that runs; absent: this one. */
  readonly tree?: string
  readonly databaseUrl?: string
  readonly environment?: Readonly<Record<string, string>>
}

export type ServiceProcess = {
  /** Undefined while it is down. */
  place(): Place | undefined
  /** The last of what it logged. */
  log(): string
  /** Starts it and waits until it answers; starts it again when it gives up. */
  start(): Promise<void>
  /** How often it gave up while it started. */
  failedStarts(): number
  kill(): Promise<void>
  /** As an operator ends it; killed when it does not end. Answers whether it ended by itself. */
  stop(): Promise<boolean>
  /** Stands still until the answer is called. */
  freeze(): () => void
  /** Whether it is running although nobody ended it. */
  isAlive(): boolean
  /** A second one on the same folder; answers its exit code. */
  intrude(): Promise<number | null>
}

type DemoFile = {
  readonly base_url: string
  readonly private_key: string
  readonly other_store: { readonly private_key: string }
  readonly pid: number
}

export function createService(options: ServiceOptions): ServiceProcess {
  const { folder } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let child: ChildProcess | undefined
  let place: Place | undefined
  let log = ''
  let [launched, failedStarts] = [false, 0]
  let ending: Promise<unknown> = Promise.resolve()

  const note = (chunk: Buffer) => {
    log = (log + chunk).slice(-LOG_MAX)
  }
  const end = async (signal: NodeJS.Signals) => {
    place = undefined
    const leaving = child
    child = undefined
    launched = false
    if (leaving === undefined) return true
    leaving.kill(signal)
    const exited = endsWithin(leaving, STOP_MS_MAX)
    ending = exited
    return await exited
  }

  return {
    place: () => place,
    log: () => log,
    failedStarts: () => failedStarts,
    isAlive: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    async start() {
      for (const limit = Date.now() + START_MS_MAX; place === undefined; ) {
        await ending
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
          if (launched) failedStarts++
          launched = true
          child = launch(options)
          child.stderr?.on('data', note)
          child.stdout?.resume()
        }
        await pause(50)
        const demo = readDemo(folder)
        if (demo !== undefined && demo.pid === child?.pid) place = placeOf(demo)
        else if (Date.now() > limit) throw new Error(`the service does not start: ${log}`)
      }
    },
    freeze() {
      const frozen = child
      frozen?.kill('SIGSTOP')
      return () => void frozen?.kill('SIGCONT')
    },
    async intrude() {
      const intruder = launch(options)
      intruder.stderr?.on('data', note)
      intruder.stdout?.resume()
      await endsWithin(intruder, STOP_MS_MAX)
      return intruder.exitCode
    },
  }
}

/** Kills it when its time is over; answers whether it ended before. */
async function endsWithin(child: ChildProcess, ms: number): Promise<boolean> {
  let inTime = true
  const timer = setTimeout(() => {
    inTime = false
    child.kill('SIGKILL')
  }, ms)
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  clearTimeout(timer)
  return inTime
}

function launch(options: ServiceOptions): ChildProcess {
  const { folder, tree = TREE, databaseUrl, environment = {} } = options
  const program = join(tree, 'packages/server/src/main.ts')
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      ...process.env,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...{ PORT: '0', SHOP_PORT: '0', DATA_DIR: folder, SECRET_KEY, DEMO_LIFE: 'off' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function placeOf({ base_url: baseUrl, private_key: first, other_store: other }: DemoFile): Place {
  return { baseUrl, keys: [first, other.private_key] }
}

function readDemo(folder: string): DemoFile | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as DemoFile
  } catch {
    return undefined
  }
}

/** Runs the audit as an operator would; its findings, a sentence each. */
export async function auditFindings(
  options: ServiceOptions,
  /** What `svc seals --json` printed earlier. */
  seals?: string,
): Promise<string[]> {
  const more = seals === undefined ? [] : ['--seals', seals]
  const { code, stdout, stderr } = await runCommand(options, 'audit', '--json', ...more)
  if (code !== 0 && code !== 1) return [`the audit could not run: ${stderr.trim()}`]
  const { findings } = JSON.parse(stdout) as { findings: readonly object[] }
  return findings.map((finding) => `the audit found ${JSON.stringify(finding)}`)
}

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** `svc …` on the service's data. */
export async function runCommand(
  { folder, tree = TREE, databaseUrl }: ServiceOptions,
  ...command: readonly string[]
): Promise<Ended> {
  const program = join(tree, 'packages/server/src/cli.ts')
  const flags = ['--disable-warning=ExperimentalWarning', program, ...command]
  const child = spawn(process.execPath, flags, {
    env: {
      ...process.env,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...{ DATA_DIR: folder, SECRET_KEY },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    textOf(child.stdout),
    textOf(child.stderr),
  ])
  return { code, stdout, stderr }
}
