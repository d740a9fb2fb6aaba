// A mirror that fails now and then, played by a program in the place of apt-get.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { installPackage } from './system-package.ts'

/** What is run in the place of apt-get when `failures` installations fail before one succeeds. */
function installs(failures: number) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-apt-'))
  const log = join(folder, 'log')
  const script = `#!/bin/sh
    case "$*" in *--version*) exit 0 ;; esac
    echo "$*" >> '${log}'
    case "$*" in *update*) exit 100 ;; esac
    [ "$(grep -c install '${log}')" -gt ${failures} ]`
  writeFileSync(join(folder, 'apt-get'), script, { mode: 0o755 })
  const path = process.env.PATH
  process.env.PATH = `${folder}${delimiter}${path}`
  try {
    const isThere = installPackage('some-package', 1)
    const commands = readFileSync(log, 'utf8').trim().split('\n')
    return { isThere, attempts: commands.filter((line) => line.includes('some-package')).length }
  } finally {
    process.env.PATH = path
    rmSync(folder, { recursive: true })
  }
}

// Nobody else may install anything.
if (process.getuid?.() === 0) {
  test('a failed installation is retried, whatever the lists say', () => {
    assert.deepEqual(installs(0), { isThere: true, attempts: 1 })
    assert.deepEqual(installs(3), { isThere: true, attempts: 4 })
  })

  test('an installation that never succeeds gives up', () => {
    assert.deepEqual(installs(99), { isThere: false, attempts: 4 })
  })
} else {
  test('without root nothing is installed', () => {
    assert.equal(installPackage('some-package', 1), false)
  })
}
