/**
 * The service of this tree as a separate process, whose time and randomness the recorder controls.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Steer } from './inside/preload.ts'

const root = join(import.meta.dirname, '../..')
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'inside', 'preload.ts')).href
/** The service's nominal address; its real port is any free one. */
const PORT = 47_080
const SHOP_PORT = 47_081
const RECEIVER_PORT = 47_082
export const HOST = `127.0.0.1:${PORT}`
export const RECEIVER = `http://127.0.0.1:${RECEIVER_PORT}`
/** Of the controlled time: by then the demo is filled. */
const START_MS = 15_000
const STEER_MS_MAX = 120_000
const SAID_MAX = 8_000

export type Keys = Readonly<Record<'store_id' | 'private_key' | 'public_key', string>>

export type SteeredService = {
  /** Its real port. */
  readonly port: number
  readonly stores: readonly [Keys, Keys]
  /** Sends a command and returns the time after it, in milliseconds since 1970. */
  steer(steer: Steer): Promise<number>
  /** Its last output. */
  said(): string
  stop(): Promise<void>
}

type Begin = {
  readonly seed: number
  /** The port of the receiver of the service's messages. */
  readonly receiverPort: number
  /** Modules loaded into the service in addition to the recorder's own. */
  readonly preloads?: readonly string[]
}

/** `npm start` names that file. */
function mainFile(): string {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return String(scripts.start).split(' ').at(-1) ?? ''
}

export async function startService({
  seed,
  receiverPort,
  preloads = [],
}: Begin): Promise<SteeredService> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-record-'))
  const imports = [PRELOAD, ...preloads].flatMap((each) => ['--import', each])
  const flags = ['--disable-warning=ExperimentalWarning', ...imports, join(root, mainFile())]
  const child = spawn(process.execPath, flags, {
    cwd: folder,
    env: environmentOf({ seed, folder, receiverPort }),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = (said + chunk).slice(-SAID_MAX)
  })
  const stop = async () => {
    const ended = child.exitCode !== null || child.signalCode !== null
    child.kill('SIGKILL')
    if (!ended) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const { real: port } = await messageOf<{ number: number; real: number }>(
      child,
      (message) => message.number === PORT,
    )
    const steer = async (next: Steer): Promise<number> => {
      child.send(next)
      return (await messageOf<{ nowMs: number }>(child, ({ nowMs }) => nowMs !== undefined)).nowMs
    }
    await steer({ pass: START_MS, label: `${seed}/start`, next: `${seed}/0` })
    const demo = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
    return { port, stores: [demo, demo.other_store], steer, said: () => said, stop }
  } catch (error) {
    await stop()
    throw new Error(`the service did not start: ${(error as Error).message}\n${said}`)
  }
}

type Start = { readonly seed: number; readonly folder: string; readonly receiverPort: number }

/** Only the variables with which programs are found are passed on. */
function environmentOf({ seed, folder, receiverPort }: Start): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return {
    ...{ PATH, HOME, TZ: 'UTC', LANG: 'C.UTF-8' },
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
    ...{ HOST: '127.0.0.1', PORT: `${PORT}`, SHOP_PORT: `${SHOP_PORT}`, DATA_DIR: folder },
    ...{ DEMO: 'yes', SECRET_KEY: 'the recorded key, which keeps no secret', DRAIN_SECONDS: '0' },
    ...{ WEBHOOK_ALLOW: 'loopback', WEBHOOK_DNS: '127.0.0.1:9', DEMO_LIFE: 'off' },
    // It is written a moment after the answers.
    REQUEST_LOG: 'off',
    ...{ RECORD_LABEL: `${seed}`, RECORD_RECEIVER: `${RECEIVER_PORT}:${receiverPort}` },
  }
}

function messageOf<T>(child: ChildProcess, fits: (message: T) => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => settle(() => reject(new Error(`silent for ${STEER_MS_MAX / 1_000} s`))),
      STEER_MS_MAX,
    )
    const onMessage = (message: unknown) => {
      if (fits(message as T)) settle(() => resolve(message as T))
    }
    const onExit = () => settle(() => reject(new Error('the service ended')))
    const settle = (end: () => void) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      end()
    }
    child.on('message', onMessage)
    child.once('exit', onExit)
  })
}
