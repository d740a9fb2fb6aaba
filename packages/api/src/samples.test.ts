// Each sample is run by its language, and sends what it says.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { installPackage } from '../../../tools/system-package.ts'
import { type SampleLanguage, type SampleRequest, sampleLanguages, sampleOf } from './samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'samples-'))
type Heard = { method: string; url: string; headers: object; body: string }
const heard: Heard[] = []
const server = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  let body = ''
  for await (const part of request) body += part
  heard.push({ method, url, headers, body })
  response.end('{}')
})
before(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
after(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

type Runner = { readonly program: string; readonly file: string; readonly install?: string }
const RUNNERS: Readonly<Record<SampleLanguage, Runner>> = {
  curl: { program: 'sh', file: 'sample.sh', install: 'curl' },
  TypeScript: { program: process.execPath, file: 'sample.ts' },
  PHP: { program: 'php', file: 'sample.php', install: 'php-cli' },
  Python: { program: 'python3', file: 'sample.py', install: 'python3' },
}

function run(program: string, file: string): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
}

/** What a shop may write into its names. */
const HOSTILE = 'O\'Neil "$HOME" `id` \\ \\n %s {x} <?php ?> é 日本 \u{1f6b2}'

const requests: Readonly<Record<string, Omit<SampleRequest, 'url'>>> = {
  'a read': { method: 'GET', headers: { Authorization: 'Bearer sk_key' } },
  'a write': {
    method: 'PATCH',
    headers: { Accept: 'application/vnd.svc.sandbox.v1+json' },
    body: { text: HOSTILE, list: [1, -2.5, true, false, null, [], {}], inner: { [HOSTILE]: [] } },
  },
  'an empty body': { method: 'POST', headers: {}, body: {} },
  'a list as body': { method: 'PUT', headers: {}, body: [{ id: 'a' }] },
}

for (const language of sampleLanguages) {
  test(`${language} sends what the sample says`, async () => {
    const { program, file, install } = RUNNERS[language]
    const { port } = server.address() as AddressInfo
    for (const [name, request] of Object.entries(requests)) {
      const path = '/orders?q=it%27s%20%241'
      const text = sampleOf(language, { ...request, url: `http://127.0.0.1:${port}${path}` })
      const place = join(folder, file)
      writeFileSync(place, text)
      heard.length = 0
      const first = await run(program, place)
      if (first !== 0 && install !== undefined && installPackage(install)) await run(program, place)
      const [sent] = heard
      assert.ok(sent !== undefined, `${name} was not sent:\n${text}`)
      assert.deepEqual([sent.method, sent.url], [request.method, path])
      for (const [header, value] of Object.entries(request.headers)) {
        assert.equal(Reflect.get(sent.headers, header.toLowerCase()), value)
      }
      if (request.body === undefined) assert.equal(sent.body, '')
      else assert.deepEqual(JSON.parse(sent.body), request.body)
    }
  })
}
