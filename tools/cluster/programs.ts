/** What a cluster is made of: found, or installed where that is allowed. */
import { spawnSync } from 'node:child_process'
import { postgresPrograms } from '../postgres.ts'
import { installPackage } from '../system-package.ts'

const VERSION_CALLS = {
  patroni: ['patroni', '--version'],
  'etcd-server': ['etcd', '--version'],
  haproxy: ['haproxy', '-v'],
} as const

/** The folder of PostgreSQL's programs, where all the others are, too. */
export function clusterPrograms(): string | undefined {
  const programs = postgresPrograms()
  const names = Object.keys(VERSION_CALLS) as (keyof typeof VERSION_CALLS)[]
  const all = names.every((name) => isThere(name) || (installPackage(name) && isThere(name)))
  return all ? programs : undefined
}

function isThere(name: keyof typeof VERSION_CALLS): boolean {
  const [program, flag] = VERSION_CALLS[name]
  return spawnSync(program, [flag]).status === 0
}
