// How long a connection may stay silent: shortened here, so that the test need not wait for it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { serviceOn } from '../../../../../test/fixtures/test-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { answer, type Page, type Route } from '../../tenancy/caller/route.ts'
import { createServer } from './server.ts'

async function serving(
  handle: Route['handle'],
  use: (open: () => Socket, timeouts: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const doc = { operation: 'answer', summary: 'What the test says', answers: {} }
  const route: Route = { method: 'GET', path: '/', access: { kind: 'open' }, doc, handle }
  const app = createServer(serviceOn({} as Database), [route], () => () => false)
  app.server.timeout = 50
  const port = await app.listen({ port: 0, host: '127.0.0.1' })
  const open = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    return socket
  }
  try {
    await use(open, () => once(app.server, 'timeout'))
  } finally {
    app.server.closeAllConnections()
    await app.close()
  }
}

test('a request in progress is not cut off, however long it takes', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof answer>>()
  await serving(
    () => promise,
    async (open, timeouts) => {
      const silent = timeouts()
      const text = textOf(open())
      await silent
      resolve(answer(200, { status: 'ok' }))
      assert.match(await text, /^HTTP\/1\.1 200 /)
    },
  )
})

test('an answer that nobody reads is cut off', async () => {
  let ended = () => {}
  const over = new Promise<void>((resolve) => {
    ended = resolve
  })
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield 'x'.repeat(65_536)
    } finally {
      ended()
    }
  }
  const page: Page = { content: endless(), headers: { 'content-type': 'text/plain' } }
  await serving(
    async () => page,
    async (open) => {
      open().pause()
      await over
    },
  )
})
