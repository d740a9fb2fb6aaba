/** The programs of a cluster: detected, or installed if permitted. */
import { spawnSync } from 'node:child_process'
import { postgresPrograms } from '../postgres.ts'
import { installPackage } from '../system-package.ts'
import { keepsItsWord, newerPatroni, patroniVersion, unpackPatroni } from './patroni.ts'

const VERSION_CALLS = {
  patroni: ['patroni', '--version'],
  'etcd-server': ['etcd', '--version'],
  haproxy: ['haproxy', '-v'],
} as const

export type Programs = {
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string
  /** A Patroni package, instead of the installed one. */
  readonly patroni: string | undefined
}

/** A text: the missing programs. */
export function clusterPrograms(): Programs | string {
  const postgres = postgresPrograms()
  const names = Object.keys(VERSION_CALLS) as (keyof typeof VERSION_CALLS)[]
  const missing: string[] = names.filter(
    (name) => !(isThere(name) || (installPackage(name) && isThere(name))),
  )
  if (postgres === undefined) missing.unshift('postgresql')
  if (postgres === undefined || missing.length > 0)
    return `not installed here: ${missing.join(', ')} (Debian's packages)`
  const isGood = keepsItsWord(patroniVersion() ?? '')
  return { postgres, patroni: isGood ? undefined : newerPatroni() }
}

/** The runtime of `patroni` and `patronictl`. */
export function patroniEnvironment({ patroni }: Programs, folder: string): NodeJS.ProcessEnv {
  return patroni === undefined ? process.env : unpackPatroni(patroni, folder)
}

function isThere(name: keyof typeof VERSION_CALLS): boolean {
  const [program, flag] = VERSION_CALLS[name]
  return spawnSync(program, [flag]).status === 0
}
