// The command as somebody who checks an offer starts it: a process with flows on its standard
// input, and neither data folder nor valid settings.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { INPUT_MAX } from '../packages/server/src/composition/commands/apr-proof.ts'

const root = join(import.meta.dirname, '..')
const cli = join(root, 'packages/server/src/cli.ts')
const nowhere = join(root, 'no-such-folder')

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string }

async function apr(input: string | Buffer): Promise<Ended> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, 'apr'], {
    env: { ...process.env, DATA_DIR: nowhere, PORT: 'none', DATABASE_URL: 'none' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text
  })
  // It may end before it has read all of what is too much.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number]
  return { code, ...said }
}

test('flows on standard input are answered with one line: the rate and its proof', async () => {
  const input =
    '{"in": [["0", 196000]], "out": [["1/12", "1/12", 240, 1432.86], ["20", "1", 1, 100]]}'
  const { code, stdout, stderr } = await apr(input)
  assert.equal(stderr, '')
  assert.equal(code, 0)
  assert.match(stdout, /^\{"apr":6\.43635861\d*,"rounded":6\.4,"residual":[^\n]*\}\n$/)
  const { flow_count, flows, residual } = JSON.parse(stdout)
  assert.ok(Math.abs(residual) < 1e-8)
  assert.equal(flow_count, 242)
  assert.deepEqual(flows[1], {
    direction: 'out',
    time: '1/12',
    amount: '1432.86',
    present_value: 1425.4311930025,
  })
  assert.equal(existsSync(nowhere), false)
})

test('faults are reported on stderr, and stdout stays empty', async () => {
  const wrong = await apr('{"in": [["0", "x"]], "out": [["1", 1], ["1/0", 1]]}')
  assert.equal(wrong.code, 78)
  assert.equal(wrong.stdout, '')
  assert.match(wrong.stderr, /^in\[0\]: amount must be .*\nout\[1\]: time must be .*\n$/)

  const none = await apr('{"in": [["0", 100]], "out": [["0", 110]]}')
  assert.deepEqual(none, {
    code: 1,
    stdout: '',
    stderr: 'no rate: what is paid never equals what is received\n',
  })

  const large = await apr(Buffer.alloc(INPUT_MAX + 1, ' '))
  assert.equal(large.code, 78)
  assert.match(large.stderr, /^the flows have more than \d+ bytes\n$/)
})

test('the guide shows what the command answers', async () => {
  const guide = readFileSync(join(root, 'docs/guides/apr.md'), 'utf8')
  const blocks = [...guide.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  const [input = '', shown = ''] = blocks
  const { stdout } = await apr(input)
  assert.equal(blocks.length, 2)
  // Another processor may round the last place of a double the other way.
  const rounded = (text: string): unknown =>
    JSON.parse(text, (_key, value) =>
      typeof value === 'number' ? Math.round(value * 1e6) / 1e6 + 0 : value,
    )
  assert.deepEqual(rounded(stdout), rounded(shown))
})
