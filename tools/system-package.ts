/** System packages that the tests need: installed if permitted, as root on Debian. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'

const ATTEMPTS = 4
/** Doubled after each attempt: a mirror may be unavailable for a moment. */
const PAUSE_MS = 2_000
const APT_MS_MAX = 300_000
/** Within an attempt, failed downloads are retried, and another installation is waited for. */
const PATIENCE = [
  ...['-o', 'Acquire::Retries=3', '-o', 'Acquire::http::Timeout=30'],
  ...['-o', 'DPkg::Lock::Timeout=120'],
]

/** Debian's packages ask this before they start their services. */
const START_POLICY = '/usr/sbin/policy-rc.d'

/** Whether the package is installed now. `pauseMs` is for tests. */
export function installPackage(name: string, pauseMs = PAUSE_MS): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    process.stderr.write(`Installing ${name} with apt-get …\n`)
    // Lists that cannot be updated may still be good enough.
    apt('update')
    if (withoutServices(() => apt('install', '-y', '--no-install-recommends', name))) return true
    if (attempt < ATTEMPTS) pauseSync(pauseMs * 2 ** (attempt - 1))
  }
  return false
}

/** The programs are needed, not the services that they would start. */
function withoutServices<T>(install: () => T): T {
  try {
    writeFileSync(START_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755, flag: 'wx' })
  } catch {
    // Somebody's own policy takes precedence.
    return install()
  }
  try {
    return install()
  } finally {
    rmSync(START_POLICY, { force: true })
  }
}

function apt(command: string, ...parameters: string[]): boolean {
  const { status, stderr } = spawnSync('apt-get', [...PATIENCE, command, ...parameters], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: APT_MS_MAX,
  })
  if (status === 0) return true
  process.stderr.write(`apt-get ${command} failed: ${stderr}\n`)
  return false
}

function pauseSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
