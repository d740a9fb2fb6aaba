/** The limit of a client's open connections: each costs memory before it is authenticated. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Refused } from '../../platform/refusal.ts'
import { createTally } from '../../platform/turns/tally.ts'
import type { WholeService } from '../service/whole-service.ts'
import { bareAnswer } from './bare-error.ts'

/**
 * Closes connections beyond the bound with a 429. Proxies serve many clients: declared ones are not
 * counted, nor private peers once one of them has turned out to be a proxy.
 */
export function boundConnections(server: Server, service: WholeService): void {
  const { limits, clientAddresses } = service
  const max = limits.connectionsMax
  if (max === undefined) return
  const open = createTally()
  server.on('connection', (socket: Socket) => {
    const { client, trusted, isPrivate } = clientAddresses.peerOf(socket)
    const { group } = client
    const isProxy = trusted || (isPrivate && clientAddresses.hasUndeclaredProxy())
    if (group === undefined || isProxy) return
    if (open.of(group) >= max) {
      socket.write(bareAnswer(service, { refused: new Refused('connections_exceeded') }))
      return socket.destroySoon()
    }
    open.change(group, 1)
    socket.once('close', () => open.change(group, -1))
  })
}
