/**
 * A store's receiver in a separate process: answers immediately, or never, and records how long
 * after its event each first attempt arrived.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

export type Received = { readonly count: number; readonly delaysMs: readonly number[] }

const hangs = process.argv.includes('hangs')
let delays = new Map<string, number>()

const server = createServer(async (request, response) => {
  const text = await textOf(request).catch(() => '')
  const arrivedAt = Date.now()
  if (hangs || text === '') return
  response.writeHead(204).end()
  const { id, created } = JSON.parse(text)
  if (!delays.has(id)) delays.set(id, arrivedAt - Date.parse(created))
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/events`)
})
process.on('message', (message) => {
  if (message === 'forget') delays = new Map()
  const received: Received = { count: delays.size, delaysMs: [...delays.values()] }
  process.send?.(received)
})
process.once('disconnect', () => process.exit())
