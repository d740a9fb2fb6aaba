/** PostgreSQL's own programs: later versions of them can read the result. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const COMMON = ['--no-owner', '--no-privileges', '--no-password']
const STDERR_MAX = 2_000

/** A server, and the environment in which its programs are found. */
export type Server = {
  readonly databaseUrl: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The output of `pg_dump` in its custom format, as of one point in time. */
export async function* dump(server: Server): AsyncGenerator<Uint8Array> {
  const { address, environment } = addressOf(server)
  const options = ['--format=custom', '--lock-wait-timeout=10s', `--dbname=${address}`]
  const child = start('pg_dump', [...COMMON, ...options], environment)
  try {
    for await (const chunk of child.process.stdout) yield chunk
    await child.succeeded
  } finally {
    child.process.kill()
  }
}

/** In one transaction: everything or nothing. */
export async function load(server: Server, content: Readable): Promise<void> {
  const { address, environment } = addressOf(server)
  const options = ['--exit-on-error', '--single-transaction', `--dbname=${address}`]
  const child = start('pg_restore', [...COMMON, ...options], environment)
  child.process.stdout.resume()
  // When it fails it stops reading: its own message says more than the broken pipe.
  const sent = pipeline(content, child.process.stdin)
  const [, sending] = await Promise.allSettled([child.succeeded.catch(() => undefined), sent])
  await child.succeeded
  if (sending.status === 'rejected') throw sending.reason
}

type Started = {
  readonly process: ChildProcessWithoutNullStreams
  readonly succeeded: Promise<void>
}

function start(program: string, parameters: readonly string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(program, parameters, { env, stdio: 'pipe' })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-STDERR_MAX)
  })
  const succeeded = (async () => {
    const [code, signal] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error(
        `${program} was not found: install the PostgreSQL client programs ` +
          '(postgresql-client), at least as new as the server',
      )
    })
    if (code !== 0) throw new Error(said.trim() || `${program} ended with ${code ?? signal}`)
  })()
  succeeded.catch(() => undefined)
  return { process: child, succeeded }
}

type Address = { readonly address: string; readonly password: string | undefined }

function addressOf({ databaseUrl, environment }: Server) {
  const { address, password } = withoutPassword(databaseUrl)
  const more = password === undefined ? {} : { PGPASSWORD: password }
  return { address, environment: { ...environment, ...more } }
}

/** Arguments are visible to everybody on the machine: the password travels in the environment. */
export function withoutPassword(databaseUrl: string): Address {
  let password: string | undefined
  const address = databaseUrl
    .replace(/^([a-z]+:\/\/[^/?#@:]*):([^/?#]*)@/, (_, start: string, text: string) => {
      password = text
      return `${start}@`
    })
    .replace(/([?&])password=([^&#]*)&?/, (_, mark: string, text: string) => {
      password = text
      return mark
    })
    .replace(/[?&]$/, '')
  return { address, password: password && decodeURIComponent(password) }
}
