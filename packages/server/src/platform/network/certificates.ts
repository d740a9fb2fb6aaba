/**
 * Certificates presented by servers and contained in files; nothing is sent over the connection.
 */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'

export type Validity = {
  readonly from: Date
  readonly until: Date
  /** The reason why this machine does not trust it, as an OpenSSL code. */
  readonly distrusted?: string | undefined
}

const WAIT_MS_MAX = 5_000
/** PostgreSQL's `SSLRequest`, which it answers with S or N. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

type Server = { readonly host: string; readonly port: number }

const validityOf = ({ validFromDate, validToDate }: X509Certificate): Validity => ({
  from: validFromDate,
  until: validToDate,
})

/** For a server that speaks TLS from its first byte on. */
export function certificateOf(server: Server): Promise<Validity> {
  return within(async (signal) => handshake(await plain(server, signal), server, signal))
}

/** For a PostgreSQL server; its own client decides whether it is trusted. */
export function postgresCertificateOf(server: Server): Promise<Validity> {
  return within(async (signal) => {
    const socket = await plain(server, signal)
    socket.write(SSL_REQUEST)
    const [answer]: Buffer[] = await once(socket, 'data', { signal })
    if (answer?.toString('latin1') === 'S') {
      const { from, until } = await handshake(socket, server, signal)
      return { from, until }
    }
    socket.destroy()
    throw new Error('it takes no TLS')
  })
}

/** For every certificate in a PEM file. */
export function certificatesIn(path: string): Validity[] {
  const blocks = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END/g) ?? []
  return blocks.map((block) => validityOf(new X509Certificate(`${block} CERTIFICATE-----`)))
}

async function within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(WAIT_MS_MAX)
  try {
    return await work(signal)
  } catch (error) {
    throw signal.aborted ? new Error(`no answer within ${WAIT_MS_MAX / 1_000} s`) : error
  }
}

async function plain({ host, port }: Server, signal: AbortSignal): Promise<Socket> {
  const socket = connectPlain({ host, port }).on('error', () => {})
  signal.addEventListener('abort', () => socket.destroy())
  await once(socket, 'connect', { signal })
  return socket
}

async function handshake(socket: Socket, { host }: Server, signal: AbortSignal): Promise<Validity> {
  // Untrusted certificates are reported, too.
  const name = isIP(host) === 0 ? { servername: host } : {}
  const secure = connectSecure({ socket, host, ...name, rejectUnauthorized: false })
  secure.on('error', () => {})
  try {
    await once(secure, 'secureConnect', { signal })
    const certificate = secure.getPeerX509Certificate()
    if (certificate === undefined) throw new Error('it shows no certificate')
    const { authorized, authorizationError } = secure
    const distrusted = authorized ? undefined : String(authorizationError)
    return { ...validityOf(certificate), distrusted }
  } finally {
    secure.destroy()
  }
}
