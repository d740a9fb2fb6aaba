/** The receivers of examples/, started by the very lines that the guide gives. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer as bytesOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { installPackage } from '../tools/system-package.ts'
import type { Json } from './running-server.ts'

const root = join(import.meta.dirname, '..')
const guide = join(root, 'docs/guides/notifications-and-webhooks.md')
const programs = { typescript: 'typescript/main.ts', php: 'php/receiver.php' } as const
const START_MS_MAX = 20_000

type Answered = { readonly status: number; readonly body: Json }

export type Receiver = {
  readonly url: string
  readonly database: DatabaseSync
  stop(): void
}

/** Whether PHP is here with what the example needs; installed where that is allowed. */
export function findPhp(): boolean {
  const loaded = () =>
    spawnSync('php', ['-r', 'exit(extension_loaded("pdo_sqlite") ? 0 : 1);']).status === 0
  return loaded() || (installPackage('php-cli') && installPackage('php-sqlite3') && loaded())
}

/** The two lines of the guide that start this program, made to use this folder and this port. */
function commandOf(program: string, { folder, port }: { folder: string; port: number }): string {
  const lines = readFileSync(guide, 'utf8').split('\n')
  const wanted = ['export SECRETS=', program].map((part) =>
    // Of the code blocks that show a part of a file, the first line names it, too.
    lines.find((line) => line.includes(part) && !line.startsWith('```')),
  )
  return wanted
    .map((line = 'false') => line.replaceAll('data/', `${folder}/`))
    .map((line) => line.replace(/PORT=\d+/, `PORT=${port}`))
    .map((line) => line.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`))
    .join('\n')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** `folder` holds the demo's `demo.json` and gets the receiver's database. */
export async function startReceiver(name: 'typescript' | 'php', folder: string): Promise<Receiver> {
  const port = await freePort()
  const child = spawn('sh', ['-ec', commandOf(programs[name], { folder, port })], {
    cwd: root,
    // Several at a time, as a store's web server has them.
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
    // A group of its own, so that what the shell started ends with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const { pid = 0 } = child
  const stop = () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL')
  }
  process.once('exit', stop)
  const url = `http://127.0.0.1:${port}/`
  const limit = Date.now() + START_MS_MAX
  while (!(await answers(url))) {
    if (Date.now() > limit || child.exitCode !== null) throw new Error(`no receiver: ${said}`)
    await pause(25)
  }
  const database = new DatabaseSync(join(folder, `${name}.sqlite`), { timeout: 5_000 })
  database.exec(readFileSync(join(root, 'examples/receivers/schema.sql'), 'utf8'))
  return { url, database, stop }
}

/** What the guide's player of the service says, line by line. */
export function playService(folder: string, { url }: Receiver): string[] {
  const command = commandOf('typescript/try.ts', { folder, port: Number(new URL(url).port) })
  const { stdout, stderr, status } = spawnSync('sh', ['-ec', command], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim().split('\n')
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { method: 'POST' }).then(
    ({ status }) => status === 400,
    () => false,
  )
}

type Relayed = {
  readonly headers: Record<string, string>
  readonly body: Buffer
  /** Of both attempts. */
  readonly answers: readonly Answered[]
}

export type Relay = { readonly url: string; readonly relayed: Relayed[]; close(): void }

export async function deliverTo(
  url: string,
  { headers, body }: Pick<Relayed, 'body'> & { readonly headers: Readonly<Record<string, string>> },
): Promise<Answered> {
  const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

/** At least once, always: hands each delivery on twice at the same time. */
export async function openRelay(url: string): Promise<Relay> {
  const relayed: Relayed[] = []
  const http = createServer(async (request, response) => {
    const rest = Object.entries(request.headers).filter(([name]) =>
      /^(webhook-|x-|content-type|authorization)/.test(name),
    )
    const headers = Object.fromEntries(rest.map(([name, value]) => [name, String(value)]))
    const body = await bytesOf(request)
    const attempts = [1, 2].map(() => deliverTo(url, { headers, body }))
    const answered = await Promise.all(attempts)
    relayed.push({ headers, body, answers: answered })
    response.writeHead(answered[0]?.status ?? 502).end(JSON.stringify(answered[0]?.body))
  })
  http.listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  const { port } = http.address() as AddressInfo
  const close = () => http.close().closeAllConnections()
  return { url: `http://127.0.0.1:${port}/`, relayed, close }
}
