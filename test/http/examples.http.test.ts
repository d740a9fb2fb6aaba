// The requests of examples/requests, each as a reader sends it, in order, against the demo.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { filledIn, type HttpRequest, readHttpFile, variablesOf } from '../http-file.ts'
import { ownServer, type WireReply, wire } from '../running-server.ts'

const folder = join(import.meta.dirname, '../../examples/requests')
const files = readdirSync(folder).filter((name) => name.endsWith('.http'))
const server = ownServer()

/** `create.response.body.id` of the answers so far. */
function ofAnswer(path: string, answers: ReadonlyMap<string, WireReply>): string | undefined {
  const [name = '', , , ...steps] = path.split('.')
  const body: unknown = answers.get(name)?.body
  const member = steps.reduce<unknown>(
    (node, step) => (node as Record<string, unknown> | undefined)?.[step],
    body,
  )
  return member === undefined ? undefined : String(member)
}

const CONFIRM_MS_MAX = 15_000

/** A reader takes longer than the demo's inbox takes to confirm; a test has to wait for it. */
async function sendOnceConfirmed(send: () => Promise<WireReply>): Promise<WireReply> {
  const limit = Date.now() + CONFIRM_MS_MAX
  for (;;) {
    const reply = await send()
    const early = ['order_not_confirmed', 'total_locked'].includes(reply.body?.error?.code)
    if (!early || Date.now() > limit) return reply
    await pause(10)
  }
}

test('there is a file for each vertical', () => {
  for (const name of [
    'checkouts',
    'orders',
    'captures',
    'voids',
    'refunds',
    'campaigns',
    'payments',
    'stores',
    'webhooks',
  ]) {
    assert.ok(files.includes(`${name}.http`), name)
  }
})

for (const file of files) {
  const text = readFileSync(join(folder, file), 'utf8')
  const requests = readHttpFile(text)

  test(`${file}: each request gets the answer that it names`, async () => {
    assert.ok(requests.length > 0)
    const { base_url, private_key, public_key } = server.demo
    const ofServer = { base_url, private_key, public_key, $timestamp: String(Date.now()) }
    const own = { ...variablesOf(text), ...ofServer }
    const values = new Map(Object.entries(own))
    const answers = new Map<string, WireReply>()
    const variables = (name: string) => values.get(name) ?? ofAnswer(name, answers)
    for (const request of requests) {
      const reply = await sendOnceConfirmed(() => send(request, variables))
      assert.equal(reply.status, request.expected, `${request.title}: ${reply.text}`)
      if (request.name !== undefined) answers.set(request.name, reply)
    }
  })
}

function send(request: HttpRequest, variables: Parameters<typeof filledIn>[1]) {
  const fill = (text: string) => filledIn(text, variables)
  const headers = Object.entries(request.headers).map(([name, value]) => [name, fill(value)])
  const { method, address, body } = request
  const path = fill(address).slice(server.demo.base_url.length)
  return wire(server, {
    method,
    path,
    headers: Object.fromEntries(headers),
    ...(body === undefined ? {} : { body: fill(body) }),
  })
}
