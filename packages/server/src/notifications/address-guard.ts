/**
 * Which addresses a notification may reach. A store names the URL, so without this guard it could
 * make the service talk to its own network (SSRF). The check happens on the very address that is
 * connected to.
 */
import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = readonly [Address, number]

/** What the operator allows although it is not public. */
export type AllowList = { readonly ranges: readonly Range[]; readonly hosts: ReadonlySet<string> }

/** Resolves a name to all its addresses, as `dns.lookup` does. */
type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const LOOPBACK: readonly Range[] = [ipaddr.parseCIDR('127.0.0.0/8'), ipaddr.parseCIDR('::1/128')]
/** All that is public in IPv6; what lies outside is not assigned, or holds an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const HOST_NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/
const SYSTEM_PORT_MAX = 1_023
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443])

/** Reads `WEBHOOK_ALLOW`: addresses, ranges, host names or `loopback`, separated by commas. */
export function parseAllowList(
  text: string,
): { readonly allow: AllowList } | { readonly fault: string } {
  const ranges: Range[] = []
  const hosts = new Set<string>()
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (entry === '') continue
    const range = rangeOf(entry)
    if (entry === 'loopback') ranges.push(...LOOPBACK)
    else if (range !== undefined) ranges.push(range)
    else if (isHostName(entry)) hosts.add(entry)
    else return { fault: `cannot be read at "${entry}": name addresses, ranges, hosts or loopback` }
  }
  return { allow: { ranges, hosts } }
}

/** Only full notations count: `10/8` would otherwise become 0.0.0.10/8, and `010.0.0.0` octal. */
function rangeOf(entry: string): Range | undefined {
  const [base = ''] = entry.split('/')
  if (isIP(base) === 0 || base.includes('%')) return undefined
  const whole = isIP(base) === 4 ? 32 : 128
  if (base !== entry && !ipaddr.isValidCIDR(entry)) return undefined
  const [address, bits] = base === entry ? [ipaddr.parse(base), whole] : ipaddr.parseCIDR(entry)
  const inner = unwrapped(address)
  if (inner === address) return [address, bits]
  return bits < 96 ? undefined : [inner, bits - 96]
}

/** What a URL would read as a number, such as `127.1` or `10.0.0.300`, is a mistake, not a name. */
function isHostName(entry: string): boolean {
  return HOST_NAME.test(entry) && URL.parse(`http://${entry}/`)?.hostname === entry
}

/** Why a URL is refused before anything is resolved; undefined when it may be tried. */
export function checkUrl(text: string, allow: AllowList): string | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'not an http or https URL'
  if (url.username !== '' || url.password !== '') return 'the URL holds credentials'
  const port = url.port === '' ? undefined : Number(url.port)
  // The other services below 1024 are no web servers: a POST could only be misunderstood there.
  if (port !== undefined && port <= SYSTEM_PORT_MAX && !WEB_PORTS.has(port))
    return `the port ${port} is not allowed`
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && isBlocked(host, allow)) return `the address ${host} is not allowed`
  return undefined
}

/** Everything but public unicast is blocked, unless it is listed. */
export function isBlocked(text: string, allow: AllowList): boolean {
  const [plain = ''] = text.split('%')
  if (isIP(plain) === 0) return true
  const address = unwrapped(ipaddr.parse(plain))
  if (allow.ranges.some((range) => matches(address, range))) return false
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) return true
  return address.range() !== 'unicast'
}

/** An IPv4 address inside an IPv6 one counts as itself. */
function unwrapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address
}

function matches(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base as never, bits)
}

/** Resolves a name for a connection and refuses it when any of its addresses is blocked. */
export function guardedLookup(allow: AllowList, resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0)
      const named = allow.hosts.has(host.toLowerCase().replace(/\.$/, ''))
      const blocked = named ? undefined : addresses.find(({ address }) => isBlocked(address, allow))
      const [first] = addresses
      if (first === undefined) return done(new Error(`${host} has no address`), '', 0)
      if (blocked !== undefined)
        return done(new Error(`the address ${blocked.address} is not allowed`), '', 0)
      if (options.all === true) return done(null, addresses)
      done(null, first.address, first.family)
    })
  }
}
