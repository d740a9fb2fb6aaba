// --help says what a command does, and does nothing else.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

for (const [name, line] of Object.entries<string>(scripts)) {
  test(`npm run ${name} -- --help`, () => {
    // Without the bootstrap, which has set up what this test runs in.
    const [, , ...program] = line.split(' ')
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
    const said = execFileSync(process.execPath, [...program, '--help'], { cwd: root, env })
    assert.match(said.toString(), /^npm (run )?(\w+)|^Usage: /)
    assert.match(said.toString(), name === 'lint' ? /house rules/ : / {2}|\[--/)
  })
}
