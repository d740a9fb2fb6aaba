/** Opens the connection of one delivery, only to addresses that were checked. */
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import {
  connect as connectSocket,
  isIP,
  type LookupFunction,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net'
import { connect as connectTls } from 'node:tls'
import { hostOf } from './address-guard.ts'
import type { Connected } from './idle-connections.ts'
import { isSameAddress } from './public-address.ts'

export type Connecting = {
  /** Ends the connection, in whatever state it is. */
  readonly signal: AbortSignal
  /** How a socket is opened; absent: as in Node. */
  readonly connect?: (options: TcpNetConnectOpts) => Socket
}

/** The time for one of several addresses to answer, before the next one is tried. */
const NEXT_ADDRESS_MS = 1_000
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

function portOf({ port, protocol }: URL): number {
  return port === '' ? (PORTS[protocol] ?? 0) : Number(port)
}

/**
 * Connects to the checked addresses, so that a later answer about the name has no effect; and the
 * address at the other end is verified before the first byte is sent.
 */
export async function connectGuarded(
  url: URL,
  checked: LookupAddress[],
  { signal, connect = connectSocket }: Connecting,
): Promise<Connected> {
  const host = hostOf(url)
  const socket = connect({
    host,
    port: portOf(url),
    lookup: answering(checked),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  })
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  await once(socket, 'connect', { signal })
  const peer = socket.remoteAddress ?? ''
  if (!checked.some(({ address }) => isSameAddress(address, peer)))
    throw new Error('the connection led to an address that was not checked')
  if (url.protocol === 'http:') return { socket, peer }
  // An IP address is not a server name.
  const servername = isIP(host) === 0 ? host : ''
  const secure = connectTls({ socket, host, servername, ALPNProtocols: ['http/1.1'] })
  return { socket: secure, peer }
}

function answering(checked: LookupAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    const [first] = checked
    if (all === true) done(null, checked)
    else if (first !== undefined) done(null, first.address, first.family)
  }
}
