/**
 * The addresses that a notification may reach. A store names the URL, so without this guard it
 * could make the service call its own network (SSRF): the URL is parsed once, as it will be used;
 * all addresses of its host are checked; and only those are connected to (`connect.ts`).
 */
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { settingList } from '../setting-list.ts'
import { createNameLookup, isLocalhost, type NameLookup } from './name-lookup.ts'
import { isPublic, LOOPBACK, matches, type Range, rangeOf, readAddress } from './public-address.ts'

/** Non-public addresses that the operator allows. */
export type AllowList = { readonly ranges: readonly Range[]; readonly hosts: ReadonlySet<string> }

/** The whole policy: what is allowed, our own name, and the name servers. */
export type Outbound = AllowList & {
  /** The name under which stores reach this service: a message to it would be a loop. */
  readonly ownHost?: () => string | undefined
  /** Absent: the name servers of the system. */
  readonly lookUp?: NameLookup
  /** Messages contain orders and people, so they need https. */
  readonly httpsOnly?: boolean
}

/** The policy for a mode of a store: the sandbox may use http as well. */
export function inMode(allow: Outbound, { sandbox }: { readonly sandbox: boolean }): Outbound {
  return sandbox ? { ...allow, httpsOnly: false } : allow
}

const LOCALHOST_ADDRESS = '127.0.0.1'
const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/
const ABSOLUTE = /^https?:\/\/[^/?#\\\s]/i
/** URL parsers drop these, so a URL with them would not be the one that it appears to be. */
const DROPPED = /^\s|\s$|\p{Cc}/u
const BEFORE_QUERY = /^[^?#]*/
const AUTHORITY = /^https?:\/\/[^/?#]*/i
const SYSTEM_PORT_MAX = 1_023
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443])
/** Above the system's ports: proxies, databases, queues, and management interfaces. */
const OTHER_PORTS: ReadonlySet<number> = new Set([
  ...[1080, 1433, 1521, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3128, 3306, 3389, 4369, 5060],
  ...[5061, 5432, 5672, 5900, 6000, 6379, 6443, 6666, 6667, 9042, 9092, 9200, 9300, 10250, 11211],
  ...[27017],
])
/** Per address family; more would be tried one after the other until the time is over. */
const TRIED_MAX = 4
const systemLookUp = createNameLookup()

/** Reads `WEBHOOK_ALLOW`: addresses, ranges, host names or `loopback`, separated by commas. */
export function parseAllowList(
  text: string,
): { readonly allow: AllowList } | { readonly fault: string } {
  const ranges: Range[] = []
  const hosts = new Set<string>()
  const list = settingList(text)
  if ('fault' in list) return list
  for (const entry of list.entries.map((part) => part.toLowerCase())) {
    const range = rangeOf(entry)
    if (entry === 'loopback') ranges.push(...LOOPBACK)
    else if (range !== undefined) ranges.push(range)
    else if (isHostName(entry)) hosts.add(entry)
    else return { fault: `cannot be read at "${entry}": name addresses, ranges, hosts or loopback` }
  }
  return { allow: { ranges, hosts } }
}

/** A text that a URL would read as a number, such as `127.1` or `10.0.0.300`, is a mistake. */
function isHostName(entry: string): boolean {
  return HOST_NAME.test(entry) && URL.parse(`http://${entry}/`)?.hostname === entry
}

/** The host of a URL as it is looked up and compared: without brackets and final dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
}

/** The reason why a URL is refused before any look-up; undefined if it may be tried. */
export function checkUrl(text: string, allow: Outbound): string | undefined {
  const url = URL.parse(text)
  if (url === null || !ABSOLUTE.test(text)) return 'must be an absolute http or https URL'
  if (DROPPED.test(text) || BEFORE_QUERY.exec(text)?.[0].includes('\\'))
    return 'must not hold control characters or backslashes, or begin or end with a blank'
  if (AUTHORITY.exec(text)?.[0].includes('@')) return 'must not hold a user name or password'
  const port = url.port === '' ? undefined : Number(url.port)
  if (port !== undefined && !isWebPort(port))
    return `must not use port ${port}, which is not a port of web servers`
  const refused = checkHost(hostOf(url), allow)
  const clear = allow.httpsOnly === true && url.protocol !== 'https:'
  return refused ?? (clear ? 'must be https in live mode' : undefined)
}

/** The others are ports whose services could only misunderstand a POST. */
function isWebPort(port: number): boolean {
  return WEB_PORTS.has(port) || (port > SYSTEM_PORT_MAX && !OTHER_PORTS.has(port))
}

function checkHost(host: string, allow: Outbound): string | undefined {
  const refusal = (what: string) =>
    `must not lead to ${host}, which is ${what}, unless the operator allows it (WEBHOOK_ALLOW)`
  if (isIP(host) !== 0) {
    if (isBlocked(host, allow)) return refusal('not a public address')
    return isOwn(host, allow) && !isListed(host, allow) ? refusal('this service itself') : undefined
  }
  if (allow.hosts.has(host)) return undefined
  if (isLocalhost(host) && isBlocked(LOCALHOST_ADDRESS, allow))
    return refusal('the machine of this service')
  return isOwn(host, allow) && !isLocalhost(host) ? refusal('this service itself') : undefined
}

function isOwn(host: string, { ownHost }: Outbound): boolean {
  return ownHost?.() === host
}

function isListed(text: string, { ranges }: AllowList): boolean {
  const address = readAddress(text)
  return address !== undefined && ranges.some((range) => matches(address, range))
}

/** Everything except public unicast is blocked, and so is this machine, unless it is listed. */
export function isBlocked(text: string, allow: AllowList, machine = machineAddresses()): boolean {
  const address = readAddress(text)
  if (address === undefined) return true
  const open = isPublic(address) && !machine.has(address.toString())
  return !open && !isListed(text, allow)
}

const MACHINE_READ_MS = 1_000
let machine = { addresses: new Set<string>(), readAt: Number.NEGATIVE_INFINITY }

/**
 * Also a public one: no firewall separates this machine from itself. Querying the system costs as
 * much as the rest of a delivery, so the result is reused for a second.
 */
function machineAddresses(): ReadonlySet<string> {
  const now = performance.now()
  if (now - machine.readAt < MACHINE_READ_MS) return machine.addresses
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const addresses = new Set(all.map(({ address }) => readAddress(address)?.toString() ?? ''))
  machine = { addresses, readAt: now }
  return addresses
}

/**
 * All addresses of a host that may be connected to, or an error if any of them is blocked. The
 * error does not say which: a store must not learn about the operator's network.
 */
export async function guardedLookup(host: string, allow: Outbound): Promise<LookupAddress[]> {
  const { lookUp = systemLookUp, hosts } = allow
  const version = isIP(host)
  const resolved = version === 0 ? await lookUp(host) : [{ address: host, family: version }]
  if (resolved.length === 0) throw new Error(`the name ${host} has no address`)
  const named = version === 0 && hosts.has(host)
  const machine = machineAddresses()
  if (!named && resolved.some(({ address }) => isBlocked(address, allow, machine))) {
    throw new Error(
      `the host ${host} has an address that is not public (an operator can list it: WEBHOOK_ALLOW)`,
    )
  }
  const tried = (wanted: number) =>
    resolved.filter(({ family }) => family === wanted).slice(0, TRIED_MAX)
  return [...tried(4), ...tried(6)]
}
