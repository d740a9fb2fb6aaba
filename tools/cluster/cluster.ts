/** Three PostgreSQL servers under Patroni with one etcd, behind HAProxy. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { queryServer } from '../../test/postgres-faults.ts'
import { freePort, unprivilegedUser } from '../postgres.ts'
import { haproxyConfig, type NodePlace, patroniConfig, type Times } from './files.ts'
import { createNode, ended, type Node } from './node.ts'
import { patroniVersion } from './patroni.ts'
import { type Programs, patroniEnvironment } from './programs.ts'

const NAMES = ['db-1', 'db-2', 'db-3']
/** Only this machine can reach it. */
const PASSWORD = 'svc'
const ANSWER_MS_MAX = 1_000
/** A former leader may have much to undo. */
const WHOLE_MS_MAX = 300_000
const COMMAND_MS_MAX = 60_000

export type Cluster = {
  readonly nodes: readonly Node[]
  /** With the settings of each server, by its name. */
  readonly folder: string
  /** The runtime of `patronictl`. */
  readonly environment: NodeJS.ProcessEnv
  /** Its version. */
  readonly patroni: string
  /** The URL of the service's database, through HAProxy. */
  readonly url: string
  /** The same with the servers themselves. */
  readonly hostsUrl: string
  /** The URL of one server's own database. */
  urlOf(node: Node): string
  /** Undefined while there is none. */
  leader(): Promise<Node | undefined>
  /** Waits until all servers run, one of them leads, and another one has every commit. */
  whole(): Promise<Node>
  /** Runs `patronictl switchover` to its end. */
  switchover(leader: Node): Promise<void>
  /** The last lines of output of its programs. */
  log(): string
  remove(): Promise<void>
}

type Member = { readonly name: string; readonly role: string; readonly state: string }

export async function startCluster(programs: Programs, times: Times): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-cluster-'))
  const user = unprivilegedUser(folder)
  const guard = guardProcesses(folder)
  const env = patroniEnvironment(programs, join(folder, 'patroni'))
  const children: ChildProcess[] = []
  const logs: string[] = []
  const write = (name: string, text: string) => writeFor(join(folder, name), text)
  const begin = (program: string, ...parameters: string[]) => {
    const log = write(`${program}.log`, '')
    logs.push(log)
    const output = openSync(log, 'a')
    const stdio = ['ignore' as const, output, output]
    const child = spawn(program, parameters, { ...user, cwd: folder, stdio })
    closeSync(output)
    write(`${program}.pid`, String(child.pid))
    children.push(child)
  }

  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const nodes: Node[] = []
  for (const name of NAMES) {
    const place = await placeOf(name, folder)
    const { postgres } = programs
    const options = { place, etcdPort, programs: postgres, times, password: PASSWORD }
    const file = write(`${name}.yml`, patroniConfig(options))
    const log = write(`${name}.log`, '')
    logs.push(log)
    nodes.push(createNode({ place, file, log, user, env, folder }))
  }
  for (const node of nodes) makeFolders(node, user)
  begin('etcd', ...etcdFlags(join(folder, 'etcd'), etcdPort, peerPort))
  begin('haproxy', '-db', '-f', write('haproxy.cfg', haproxyConfig(port, nodes)))

  const login = `postgres://postgres:${PASSWORD}`
  const { leader, whole } = watchNodes(nodes, () => [
    ...nodes.filter((node) => node.hasFallen()).map(({ name }) => name),
    ...children.filter(({ exitCode }) => exitCode !== null).map(({ spawnfile }) => spawnfile),
  ])
  const urlOf = (node: Node) => `${login}@127.0.0.1:${node.port}/postgres`

  async function remove(): Promise<void> {
    await Promise.all(nodes.map((node) => node.kill()))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map(ended))
    guard.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }

  const cluster: Cluster = {
    ...{ nodes, urlOf, leader, whole, switchover, remove },
    ...{ folder, environment: env, patroni: patroniVersion(env) ?? 'unknown' },
    url: `${login}@127.0.0.1:${port}/svc`,
    hostsUrl: `${login}@${nodes.map((node) => `127.0.0.1:${node.port}`).join(',')}/svc`,
    log: () => logs.map((log) => readFileSync(log, 'utf8').slice(-1_500)).join('\n'),
  }
  try {
    // One creates the database, the others copy it.
    for (const node of nodes) node.start()
    await queryServer(urlOf(await whole()), 'CREATE DATABASE svc')
    return cluster
  } catch (error) {
    const log = cluster.log()
    await remove()
    throw new Error(`${(error as Error).message}\n${log}`)
  }
}

/** Another user reads it, whatever the umask is. */
function writeFor(path: string, text: string): string {
  writeFileSync(path, text)
  chmodSync(path, 0o644)
  return path
}

async function switchover({ name, restPort }: Node): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${restPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: name }),
    signal: AbortSignal.timeout(COMMAND_MS_MAX),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

async function placeOf(name: string, folder: string): Promise<NodePlace> {
  const [port, restPort] = [await freePort(), await freePort()]
  return { name, port, restPort, data: join(folder, name, 'data') }
}

/** Patroni would create the copy's folder readable for all, which PostgreSQL rejects. */
function makeFolders({ data }: NodePlace, { uid, gid }: { uid?: number; gid?: number }): void {
  for (const folder of [join(data, '..'), data]) {
    mkdirSync(folder, { mode: 0o700 })
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  }
}

function etcdFlags(data: string, port: number, peerPort: number): string[] {
  const url = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${peerPort}`
  return [
    ...['--name', 'etcd-1', '--data-dir', data],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', `etcd-1=${peer}`],
  ]
}

/** Patroni's report on its servers. */
function watchNodes(
  nodes: readonly Node[],
  fallen: () => readonly string[],
): Pick<Cluster, 'leader' | 'whole'> {
  async function members(): Promise<readonly Member[]> {
    const views = await Promise.all(nodes.map(viewOf))
    return views.find((view) => view.length > 0) ?? []
  }
  async function leader(): Promise<Node | undefined> {
    for (const node of nodes) if (node.isAlive() && (await isPrimary(node))) return node
    return undefined
  }
  return {
    leader,
    async whole() {
      let seen: readonly Member[] = []
      for (const limit = Date.now() + WHOLE_MS_MAX; Date.now() < limit; await pause(250)) {
        seen = await members()
        const running = seen.filter(({ state }) => state === 'running' || state === 'streaming')
        const isWhole =
          running.length === nodes.length && seen.some(({ role }) => role === 'sync_standby')
        const leads = isWhole ? await leader() : undefined
        if (leads !== undefined) return leads
        // Its port may be taken.
        if (fallen().length > 0) throw new Error(`ended by itself: ${fallen().join(', ')}`)
      }
      throw new Error(`the cluster does not become whole: ${JSON.stringify(seen)}`)
    },
  }
}

async function viewOf({ restPort }: Node): Promise<Member[]> {
  const answer = await get(restPort, 'cluster')
  if (answer?.status !== 200) return []
  return ((await answer.json()) as { members: Member[] }).members
}

const isPrimary = async ({ restPort }: Node): Promise<boolean> =>
  (await get(restPort, 'primary'))?.status === 200

async function get(port: number, path: string): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  return fetch(`http://127.0.0.1:${port}/${path}`, { signal }).catch(() => undefined)
}

/**
 * A shell that outlives this process, however it ends, and then ends the processes that it started:
 * also the servers, which have no parent.
 */
function guardProcesses(folder: string): ChildProcess {
  const script = `cat > /dev/null; cd "$0" || exit
    for file in *.pid; do kill -KILL "$(cat "$file")"; done
    for file in */data/postmaster.pid; do
      pid="$(head -n 1 "$file")"; children="$(ps -o pid= --ppid "$pid")"
      kill -KILL "$pid" $children
    done
    sleep 1; rm -rf "$0"`
  const guard = spawn('sh', ['-c', script, folder], {
    // A group of its own, or Ctrl+C in a terminal would end the guard too.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}
