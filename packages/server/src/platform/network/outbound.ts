import { type AllowList, hostOf, type Outbound } from './address-guard.ts'
import { createNameLookup } from './name-lookup.ts'

type Wanted = {
  readonly allow: AllowList
  readonly nameServers: readonly string[]
  readonly demo: boolean
}

/** What the settings make of the guard; the demo's inbox is this service itself, over http. */
export function outboundOf({ allow, nameServers, demo }: Wanted, baseUrl: () => string): Outbound {
  const ownHost = () => {
    const url = demo ? null : URL.parse(baseUrl())
    return url === null ? undefined : hostOf(url)
  }
  const lookUp = createNameLookup({ servers: nameServers })
  return { ...allow, ownHost, lookUp, httpsOnly: !demo }
}
