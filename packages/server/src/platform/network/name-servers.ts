/** Parses `WEBHOOK_DNS`: the name servers for hosts of stores. */
import { isIP } from 'node:net'
import { settingList } from '../setting-list.ts'

const SERVERS_MAX = 8
const PORT_MAX = 65_535
const BRACKETED = /^\[([^\]]*)\](?::([0-9]{1,5}))?$/
const PLAIN = /^([^:]*)(?::([0-9]{1,5}))?$/

/** Addresses with an optional port, separated by commas; an IPv6 address is in brackets. */
export function parseNameServers(
  text: string,
): { readonly servers: readonly string[] } | { readonly fault: string } {
  const list = settingList(text)
  if ('fault' in list) return list
  const servers = list.entries
  const unreadable = servers.find((entry) => !isNameServer(entry))
  if (unreadable !== undefined) {
    const forms = '9.9.9.9, 127.0.0.1:5353 or [2620:fe::fe]:53'
    return { fault: `cannot be read at "${unreadable}": write addresses such as ${forms}` }
  }
  if (servers.length > SERVERS_MAX) return { fault: `names more than ${SERVERS_MAX} servers` }
  return { servers }
}

function isNameServer(entry: string): boolean {
  const [, six, sixPort] = BRACKETED.exec(entry) ?? []
  const [, four, fourPort] = PLAIN.exec(entry) ?? []
  const address = six ?? four ?? ''
  const port = Number(sixPort ?? fourPort ?? 53)
  const version = six === undefined ? 4 : 6
  // A zone would name an interface of this machine, which the resolver does not support.
  if (isIP(address) !== version || address.includes('%')) return false
  return port >= 1 && port <= PORT_MAX
}
