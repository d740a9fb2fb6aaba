/**
 * The address of a client. `X-Forwarded-For` is only trusted from peers that the operator names
 * (`TRUSTED_PROXIES`); for all others the peer address of the connection is used.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import {
  type Address,
  isPublic,
  LOOPBACK,
  matches,
  type Range,
  rangeOf,
  readAddress,
} from '../network/public-address.ts'
import { settingList } from '../setting-list.ts'

export type ClientAddress = {
  /** In its shortest form; undefined behind a proxy that nobody declared. */
  readonly address: string | undefined
  /**
   * The key of limits: the address, or the /64 of an IPv6 one, which belongs to a single customer.
   */
  readonly group: string | undefined
}

/** The peer of a connection. */
type Peer = {
  readonly client: ClientAddress
  readonly own: Address | undefined
  /** One of `TRUSTED_PROXIES`. */
  readonly trusted: boolean
  /** Not a public address: perhaps a proxy. */
  readonly isPrivate: boolean
}

export type ClientAddresses = {
  of(request: Pick<IncomingMessage, 'headers' | 'socket'>): ClientAddress
  peerOf(socket: Socket): Peer
  /**
   * Whether a private peer has sent `X-Forwarded-For` while `TRUSTED_PROXIES` is unset: there is a
   * proxy whose clients cannot be distinguished, so limits by address are off.
   */
  hasUndeclaredProxy(): boolean
}

const UNKNOWN: ClientAddress = { address: undefined, group: undefined }
/** With more proxies than this, the last one that was read counts as the client. */
const HOPS_MAX = 32
/** The longest address: IPv6 containing IPv4, brackets, a zone and a port. */
const HOP_LENGTH_MAX = 80

/** `report` receives the first private peer that forwards for others undeclared. */
export function createClientAddresses({
  trusted,
  report,
}: {
  trusted: readonly Range[]
  report: (peer: string) => void
}): ClientAddresses {
  /** A connection carries many requests. */
  const peers = new WeakMap<Socket, Peer>()
  let undeclared = false
  const isTrusted = (address: Address) => trusted.some((range) => matches(address, range))

  function peerOf(socket: Socket): Peer {
    const known = peers.get(socket)
    if (known !== undefined) return known
    const own = readAddress(socket.remoteAddress ?? '')
    const peer = {
      client: own === undefined ? UNKNOWN : clientAddress(own),
      own,
      trusted: own !== undefined && isTrusted(own),
      isPrivate: own === undefined || !isPublic(own),
    }
    peers.set(socket, peer)
    return peer
  }

  return {
    peerOf,
    of({ headers, socket }) {
      const peer = peerOf(socket)
      const forwarded = headers['x-forwarded-for']
      if (forwarded === undefined) return peer.client
      if (peer.own !== undefined && peer.trusted) {
        return clientAddress(rightmostUntrusted(String(forwarded), peer.own, isTrusted))
      }
      if (trusted.length > 0 || !peer.isPrivate) return peer.client
      if (!undeclared) report(peer.client.address ?? 'a local socket')
      undeclared = true
      return UNKNOWN
    },
    hasUndeclaredProxy: () => undeclared,
  }
}

/**
 * Each proxy appends the address of its peer, so only entries added by trusted proxies are trusted:
 * the result is the first address from the right that is not one of our proxies. An unreadable
 * entry ends the search at the proxy that passed it on. Linear in the header's length.
 */
export function rightmostUntrusted(
  header: string,
  peer: Address,
  isTrusted: (address: Address) => boolean,
): Address {
  let client = peer
  let end = header.length
  for (let hop = 0; hop < HOPS_MAX && end > 0; hop++) {
    const comma = header.lastIndexOf(',', end - 1)
    const text = header.slice(comma + 1, end).trim()
    end = comma
    if (text === '') continue
    const address = readHop(text)
    if (address === undefined) return client
    client = address
    if (!isTrusted(address)) return client
  }
  return client
}

/** Some proxies add the port. */
function readHop(text: string): Address | undefined {
  if (text.length > HOP_LENGTH_MAX) return undefined
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1]
  return readAddress(bare ?? text)
}

function clientAddress(address: Address): ClientAddress {
  const text = address.toString()
  if (!(address instanceof ipaddr.IPv6)) return { address: text, group: text }
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return { address: text, group: `${network.join(':')}::/64` }
}

/** Reads `TRUSTED_PROXIES`: addresses, ranges or `loopback`, separated by commas. */
export function parseTrustedProxies(
  text: string,
): { readonly ranges: readonly Range[] } | { readonly fault: string } {
  const ranges: Range[] = []
  const list = settingList(text)
  if ('fault' in list) return list
  for (const entry of list.entries.map((part) => part.toLowerCase())) {
    const range = rangeOf(entry)
    if (entry === 'loopback') ranges.push(...LOOPBACK)
    else if (range === undefined)
      return { fault: `cannot be read at "${entry}": name addresses, ranges or loopback` }
    else if (range[1] === 0) return { fault: `must not name everybody, as "${entry}" does` }
    else ranges.push(range)
  }
  return { ranges }
}
