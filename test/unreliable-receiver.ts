/** A store's receiver of webhooks that fails now and then, in every way that receivers do. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { Random } from '../tools/simulate/random.ts'
import type { Json } from './running-server.ts'

type Arrival = {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Json
}

export type Receiver = {
  readonly url: string
  /** All that arrived, in this order, also what was then refused. */
  readonly arrivals: readonly Arrival[]
  /** The ids that were taken, whether or not the sender could hear of it. */
  readonly taken: ReadonlySet<string>
  kill(): Promise<void>
  start(): Promise<void>
}

type Fate = 'taken' | 'refused' | 'hangs' | 'reset' | 'cut'
const FAILURES: readonly Fate[] = [
  'refused',
  'refused',
  'refused',
  'reset',
  'reset',
  'cut',
  'hangs',
]
/** So often in a row one id may fail, so that the end is near. */
const FAILURES_MAX = 3

export async function openReceiver(failing: number, chance: Random): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const taken = new Set<string>()
  const failed = new Map<string, number>()
  let server: Server | undefined
  let port = 0

  function fateOf(id: string): Fate {
    const times = failed.get(id) ?? 0
    if (times >= FAILURES_MAX || !chance.chance(failing)) return 'taken'
    failed.set(id, times + 1)
    return chance.pick(FAILURES)
  }

  async function start(): Promise<void> {
    server = createServer(async (request, response) => {
      const text = await textOf(request).catch(() => '')
      if (text === '') return
      const { headers } = request
      const id = String(headers['webhook-id'])
      arrivals.push({ id, headers, text, body: JSON.parse(text) })
      const fate = fateOf(id)
      if (fate === 'taken' || fate === 'cut') taken.add(id)
      if (fate === 'hangs') return
      if (fate === 'reset' || fate === 'cut') request.socket.destroy()
      else response.writeHead(fate === 'taken' ? 204 : 500).end()
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  await start()
  return {
    url: `http://127.0.0.1:${port}/events`,
    arrivals,
    taken,
    start,
    async kill() {
      server?.close()
      server?.closeAllConnections()
      if (server?.listening) await once(server, 'close')
    },
  }
}
