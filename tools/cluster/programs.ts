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

/** Before 3.0.3 a leader that hung may take the lead back, and acknowledged writes are lost. */
export function patroniWarning(): string | undefined {
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8' })
  const [, ...parts] = /(\d+)\.(\d+)\.(\d+)/.exec(stdout) ?? []
  const [major = 0, minor = 0, patch = 0] = parts.map(Number)
  if (major > 3 || (major === 3 && (minor > 0 || patch >= 3))) return undefined
  return `${stdout.trim()} is older than 3.0.3: a hang may lose writes (docs/operating/failover.md)`
}
