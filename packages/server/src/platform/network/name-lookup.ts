/**
 * Finds all addresses of a name without the four threads that `dns.lookup` shares with everything
 * else: hanging name servers would block them, and with them every other delivery.
 */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { createSharing } from '../work/sharing.ts'
import { readHosts } from './hosts-file.ts'

/** Returns all addresses of a name, at least one, or fails with a reason for the store. */
export type NameLookup = (name: string) => Promise<readonly LookupAddress[]>

type NameLookupOptions = {
  /** `address` or `address:port` each; none: those of the system. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 5_000
const TRY_MS = 1_500
const TRIES = 3
const LOCALHOST = /(^|\.)localhost$/
const LOOPBACK: readonly LookupAddress[] = addresses(['127.0.0.1', '::1'])
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY'])
const LATE = new Set(['ETIMEOUT', 'ECANCELLED'])

/** `localhost` and names below it; never resolved by others (RFC 6761). */
export function isLocalhost(name: string): boolean {
  return LOCALHOST.test(name)
}

/**
 * Reads `/etc/hosts` first, since operators use it. Concurrent look-ups of a name share one answer;
 * nothing is cached longer.
 */
export function createNameLookup({
  servers = [],
  hostsFile,
  timeoutMs = TIMEOUT_MS,
}: NameLookupOptions = {}): NameLookup {
  const sharing = createSharing<readonly LookupAddress[]>()
  const hosts = readHosts(hostsFile)
  const find = async (name: string) => {
    if (isLocalhost(name)) return LOOPBACK
    const listed = await hosts(name)
    return listed.length > 0 ? addresses(listed) : askServers(name, servers, timeoutMs)
  }
  return (host) => {
    const name = host.toLowerCase().replace(/\.$/, '')
    return sharing.share(name, () => find(name))
  }
}

/** Queries IPv4 and IPv6 together; the answers that arrived in time count. */
async function askServers(name: string, servers: readonly string[], timeoutMs: number) {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  const timer = setTimeout(() => resolver.cancel(), timeoutMs)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  clearTimeout(timer)
  const records = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (records.length > 0) return addresses(records)
  const codes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [String(answer.reason.code)] : [],
  )
  throw new Error(reasonOf(name, codes, timeoutMs))
}

function reasonOf(name: string, codes: readonly string[], timeoutMs: number): string {
  const failed = codes.find((code) => !ABSENT.has(code))
  if (failed === undefined) return `the name ${name} has no address`
  if (LATE.has(failed)) return `no name server answered for ${name} within ${timeoutMs} ms`
  return `the name servers could not tell the address of ${name} (${failed})`
}

function addresses(texts: readonly string[]): LookupAddress[] {
  return texts.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
