/** The files of `deploy/` with addresses of this machine: the documented files are tested. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const deploy = join(import.meta.dirname, '../../deploy')

/** The addresses of a server of the cluster. */
export type NodePlace = {
  readonly name: string
  /** Of PostgreSQL. */
  readonly port: number
  /** Of Patroni's REST interface. */
  readonly restPort: number
  readonly data: string
}

/** In seconds. */
export type Times = {
  readonly ttl: number
  readonly loop_wait: number
  readonly retry_timeout: number
}

/** Shorter, so that a run has many failovers. */
export const TEST_TIMES: Times = { ttl: 10, loop_wait: 2, retry_timeout: 3 }

type PatroniFile = {
  readonly bootstrap: { readonly dcs: Times }
  readonly postgresql: { readonly authentication: Readonly<Record<string, object>> }
}

const patroniFile = (): PatroniFile =>
  parse(readFileSync(join(deploy, 'patroni/patroni.yml'), 'utf8'))

export function documentedTimes(): Times {
  const { ttl, loop_wait, retry_timeout } = patroniFile().bootstrap.dcs
  return { ttl, loop_wait, retry_timeout }
}

type PatroniOptions = {
  readonly place: NodePlace
  readonly etcdPort: number
  /** The folder of PostgreSQL's programs. */
  readonly programs: string
  readonly times: Times
  readonly password: string
}

/** As JSON, which is YAML. */
export function patroniConfig(options: PatroniOptions): string {
  const { place, etcdPort, programs, times, password } = options
  const file = patroniFile()
  const { authentication } = file.postgresql
  const users = Object.entries(authentication).map(([kind, user]) => [kind, { ...user, password }])
  const at = (port: number) => ({
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
  })
  return JSON.stringify({
    ...file,
    name: place.name,
    restapi: at(place.restPort),
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    bootstrap: { ...file.bootstrap, dcs: { ...file.bootstrap.dcs, ...times } },
    postgresql: {
      ...file.postgresql,
      ...at(place.port),
      ...{ data_dir: place.data, bin_dir: programs },
      authentication: Object.fromEntries(users),
      pgpass: `${place.data}.pgpass`,
      parameters: { unix_socket_directories: `${place.data}/..` },
    },
  })
}

export function haproxyConfig(port: number, places: readonly NodePlace[]): string {
  const servers = places.map(
    (place) => `    server ${place.name} 127.0.0.1:${place.port} port ${place.restPort}`,
  )
  const lines = readFileSync(join(deploy, 'haproxy/haproxy.cfg'), 'utf8')
    .trimEnd()
    .replace(/bind :\d+/, `bind 127.0.0.1:${port}`)
    .split('\n')
    .filter((line) => !line.startsWith('    server '))
  return `${[...lines, ...servers].join('\n')}\n`
}
