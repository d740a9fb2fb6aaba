/**
 * Which addresses a notification may reach. A store names the URL, so without this guard it could
 * make the service talk to its own network (SSRF). The check happens on the very address that is
 * connected to.
 */
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = readonly [Address, number]

/** What the operator allows although it is not public. */
export type AllowList = { readonly ranges: readonly Range[]; readonly hosts: ReadonlySet<string> }

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** Reads `WEBHOOK_ALLOW`: addresses, ranges, host names or `loopback`, separated by commas. */
export function parseAllowList(
  text: string,
): { readonly allow: AllowList } | { readonly fault: string } {
  const ranges: Range[] = []
  const hosts = new Set<string>()
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    if (entry === '') continue
    if (entry === 'loopback') {
      ranges.push(...LOOPBACK.map((range) => ipaddr.parseCIDR(range)))
      hosts.add('localhost')
    } else if (isIP(entry) !== 0) {
      const address = ipaddr.parse(entry)
      ranges.push([address, address.kind() === 'ipv4' ? 32 : 128])
    } else if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry))
    else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(entry)) hosts.add(entry)
    else return { fault: `cannot be read at "${entry}": name addresses, ranges, hosts or loopback` }
  }
  return { allow: { ranges, hosts } }
}

/** Why a URL is refused before anything is resolved; undefined when it may be tried. */
export function checkUrl(text: string, allow: AllowList): string | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'not an http or https URL'
  if (url.username !== '' || url.password !== '') return 'the URL holds credentials'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && isBlocked(host, allow)) return `the address ${host} is not allowed`
  return undefined
}

/** Everything but public unicast is blocked, unless it is listed. */
export function isBlocked(text: string, allow: AllowList): boolean {
  const address = unwrapped(ipaddr.parse(text.split('%')[0] ?? text))
  if (allow.ranges.some((range) => matches(address, range))) return false
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
export function guardedLookup(allow: AllowList): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0)
      const named = allow.hosts.has(host.toLowerCase())
      const blocked = named ? undefined : addresses.find(({ address }) => isBlocked(address, allow))
      const first = addresses[0]
      if (blocked !== undefined || first === undefined) {
        return done(
          new Error(`the address ${blocked?.address ?? 'of this name'} is not allowed`),
          '',
          0,
        )
      }
      if (options.all === true) return done(null, addresses)
      done(null, first.address, first.family)
    })
  }
}
