import { parseArgs } from 'node:util'
import { oneOf, orSentence, text, whole } from '../options.ts'

const addresses = ['haproxy', 'hosts'] as const

export type Options = {
  readonly seconds: number
  readonly seed: number
  readonly workers: number
  /** The address of the service: HAProxy, or the servers themselves. */
  readonly address: (typeof addresses)[number]
  /** With the times of the documented file; otherwise shorter ones. */
  readonly documented: boolean
  readonly json: boolean
}

export const usage = `npm run cluster -- [--minutes 5] [--address haproxy|hosts] [--documented]
  [--workers 8] [--seed n] [--json]

Three PostgreSQL servers under Patroni, two processes of the service on them under load. In turn the
leader is killed, stopped and resumed, and switched over; then every acknowledged effect is looked
up. It runs what deploy/patroni and deploy/haproxy hold: with a ttl of 10 s, or with --documented
the 30 s that are written there. --address hosts goes without HAProxy. Needs Debian's packages
patroni, etcd-server and haproxy, which it installs as root; instead of a Patroni older than 3.0.3,
which may lose writes, it takes that of Debian 13. Exit: 0 nothing found, 1 something was
lost, doubled or found by the audit, 2 it could not run.`

/** A text: the fault of the arguments. */
export function readOptions(given: readonly string[]): Options | string {
  return orSentence(() => {
    const { values } = parseArgs({
      args: [...given],
      options: {
        minutes: text('5'),
        address: text('haproxy'),
        documented: { type: 'boolean', default: false },
        workers: text('8'),
        seed: text(String(Math.floor(Math.random() * 2 ** 31))),
        json: { type: 'boolean', default: false },
      },
    })
    return {
      seconds: whole('minutes', values.minutes, { most: 24 * 60 }) * 60,
      seed: whole('seed', values.seed, { least: 0, most: 2 ** 31 }),
      workers: whole('workers', values.workers, { most: 200 }),
      address: oneOf('address', values.address, addresses),
      documented: values.documented,
      json: values.json,
    }
  })
}
