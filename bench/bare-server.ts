/** A `node:http` server that always sends the same answer: the limit of what Node can serve. */
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type BareAnswer = {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: string
}

process.once('message', ({ status, headers, body }: BareAnswer) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1', () => {
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
})
process.once('disconnect', () => process.exit())
