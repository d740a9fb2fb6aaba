/** Which addresses are public: plain unicast, none that represents another one. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Range = readonly [Address, number]

export const LOOPBACK: readonly Range[] = [
  ipaddr.parseCIDR('127.0.0.0/8'),
  ipaddr.parseCIDR('::1/128'),
]
/** All public IPv6; everything outside is unassigned, or contains an IPv4 address. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public by its number, but answered inside Azure's machines: their metadata service. */
const AZURE_METADATA = '168.63.129.16'
/**
 * RFC 5214: an interface identifier like this is a tunnel to the IPv4 address in the last 32 bits.
 */
const ISATAP_PARTS = [0x0000, 0x0200]
const ISATAP_MARK = 0x5efe

/** The address without its zone; undefined if the text is not an address. */
export function readAddress(text: string): Address | undefined {
  const [plain = ''] = text.split('%')
  return isIP(plain) === 0 ? undefined : unwrapped(ipaddr.parse(plain))
}

/** An IPv4 address inside an IPv6 one counts as itself. */
function unwrapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address
}

export function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  if (!(address instanceof ipaddr.IPv6)) return address.toString() !== AZURE_METADATA
  return address.match(GLOBAL_UNICAST) && !isTunnel(address)
}

function isTunnel({ parts }: ipaddr.IPv6): boolean {
  return ISATAP_PARTS.includes(parts[4] ?? 0) && parts[5] === ISATAP_MARK
}

export function matches(address: Address, [base, bits]: Range): boolean {
  return address instanceof ipaddr.IPv6
    ? base instanceof ipaddr.IPv6 && address.match(base, bits)
    : base instanceof ipaddr.IPv4 && address.match(base, bits)
}

/** Only full notations count: `10/8` would otherwise become 0.0.0.10/8, and `010.0.0.0` octal. */
export function rangeOf(entry: string): Range | undefined {
  const [base = ''] = entry.split('/')
  if (isIP(base) === 0 || base.includes('%')) return undefined
  const whole = isIP(base) === 4 ? 32 : 128
  if (base !== entry && !ipaddr.isValidCIDR(entry)) return undefined
  const [address, bits] = base === entry ? [ipaddr.parse(base), whole] : ipaddr.parseCIDR(entry)
  const inner = unwrapped(address)
  if (inner === address) return [address, bits]
  return bits < 96 ? undefined : [inner, bits - 96]
}

/** Whether two texts name one address. */
export function isSameAddress(one: string, other: string): boolean {
  const address = readAddress(one)?.toString()
  return address !== undefined && address === readAddress(other)?.toString()
}
