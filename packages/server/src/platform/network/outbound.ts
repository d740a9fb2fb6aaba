import { type AllowList, hostOf, type Outbound } from './address-guard.ts'
import { createNameLookup } from './name-lookup.ts'

type Wanted = {
  readonly allow: AllowList
  readonly nameServers: readonly string[]
  readonly demo: boolean
}

/** The guard's policy from the settings; the demo's inbox is this service itself, over http. */
export function outboundOf({ allow, nameServers, demo }: Wanted, baseUrl: () => string): Outbound {
  const ownHost = () => {
    const url = demo ? null : URL.parse(baseUrl())
    return url === null ? undefined : hostOf(url)
  }
  const lookUp = createNameLookup({ servers: nameServers })
  return { ...allow, ownHost, lookUp, httpsOnly: !demo }
}
