/**
 * Serves `/metrics` at an address of its own, so that it is never reachable where stores and
 * buyers are (decision 0092). It answers anyone who can reach it: it has no secrets, but figures
 * that are nobody else's business.
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { errorDetails } from '../../platform/error-details.ts'
import type { Exposition } from '../../platform/metrics/metrics.ts'
import { portOf } from '../../platform/network/port-of.ts'

type MetricsServer = {
  readonly port: number
  close(): Promise<void>
}

type MetricsServerOptions = {
  readonly host: string
  readonly port: number
  readonly exposition: Exposition
  /** Sets the figures from memory. */
  readonly refresh: () => void
  readonly log: { error(details: object, message: string): void }
}

const PATH = '/metrics'
const REQUEST_MS_MAX = 5_000
/** More than any number of Prometheus servers would open. */
const CONNECTIONS_MAX = 32

export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port, exposition, refresh, log } = options
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '' } = request
    if (url.split('?')[0] !== PATH) return plain(response, 404, `only ${PATH} is here\n`)
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return plain(response, 405, 'GET only\n')
    }
    refresh()
    const text = await exposition.text()
    response.setHeader('content-type', exposition.contentType)
    response.end(method === 'HEAD' ? undefined : text)
  }
  const server = createServer(
    { requestTimeout: REQUEST_MS_MAX, headersTimeout: REQUEST_MS_MAX },
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        log.error(errorDetails(error), 'metrics could not be served')
        response.destroy()
      })
    },
  )
  server.maxConnections = CONNECTIONS_MAX
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    port: portOf(server),
    async close() {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}
