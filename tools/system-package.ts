/** What the tests need beyond npm: installed where that is allowed, as root on Debian. */
import { spawnSync } from 'node:child_process'

/** Whether the package is there now. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  process.stderr.write(`Installing ${name} with apt-get …\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const parameters of [['update'], ['install', '-y', '--no-install-recommends', name]]) {
    const { status, stderr } = spawnSync('apt-get', parameters, { env, encoding: 'utf8' })
    if (status !== 0) {
      process.stderr.write(`apt-get ${parameters[0]} failed: ${stderr}\n`)
      return false
    }
  }
  return true
}
