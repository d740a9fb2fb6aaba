import { isIP } from 'node:net'
import { keysOf } from '@svc/api/webhooks'
import type { ScorecardSettings } from '../checkout/decisions/scorecard.ts'
import {
  type DatabaseSettings,
  readDatabaseSettings,
} from '../platform/database/database-settings.ts'
import { parseTrustedProxies } from '../platform/http/client-address.ts'
import { type AllowList, parseAllowList } from '../platform/network/address-guard.ts'
import { leavesInClear } from '../platform/network/in-clear.ts'
import { parseNameServers } from '../platform/network/name-servers.ts'
import type { Range } from '../platform/network/public-address.ts'
import type { RingSettings } from '../platform/secrets/key-ring.ts'
import type { OidcSettings } from '../tenancy/oidc/provider.ts'
import { type Role, readRole } from './processes/role.ts'
import { parseDrain } from './readiness/drain.ts'
import { readSecretKeys } from './secret-settings.ts'
import { type DeskAddress, type DeskPeople, readDesk } from './service/desk-address.ts'
import { type LimitSettings, readLimits } from './service/limit-settings.ts'
import { type ObservingSettings, readObserving } from './service/observing-settings.ts'
import { readOidc } from './service/oidc-settings.ts'
import type { SettingName, SettingTexts } from './setting-table.ts'

/** What the operator sets, by environment or flag (contract §11). */
export type Settings = {
  readonly port: number
  readonly host: string
  /** Of the demo's shop; 0: any free one. */
  readonly shopPort: number
  /** Without it: `http://HOST:` and the real port. */
  readonly baseUrl: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databaseSettings: DatabaseSettings
  readonly role: Role
  readonly brand: string
  readonly demo: boolean
  /** Whether the demo's sandbox is filled with some months of a lender's life. */
  readonly demoLife: boolean
  /** Who signs in at `/desk`. */
  readonly desk: DeskPeople
  /** Where the desk listens by itself; undefined: with everything else. */
  readonly deskAt: DeskAddress | undefined
  readonly allow: AllowList
  /** Asked where notifications go; none: those of the system. */
  readonly nameServers: readonly string[]
  readonly secretKey: string | undefined
  /** Whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly Range[]
  /** So long requests are served on after the signal to stop. */
  readonly drainMs: number
  readonly rings: RingSettings
  readonly limits: LimitSettings
  readonly observing: ObservingSettings
  /** Undefined: the built-in rules decide alone. */
  readonly scorecard: ScorecardSettings | undefined
  /** Undefined: no provider signs people in. */
  readonly oidc: OidcSettings | undefined
}

const PORT_MAX = 65_535
const YES = new Set(['1', 'true', 'yes', 'on'])
const NO = new Set(['0', 'false', 'no', 'off'])

type Read =
  | { readonly settings: Settings; readonly faults?: never }
  | { readonly faults: readonly string[] }

/**
 * Reads all settings, or says of every one what is wrong with it. An empty text counts as absent.
 */
export function readSettings(texts: SettingTexts): Read {
  const faults: string[] = []
  const text = (name: SettingName): string | undefined => texts[name]?.trim() || undefined
  const fault = (name: SettingName, sentence: string): undefined => {
    faults.push(`${name} ${sentence}`)
  }
  const port =
    readPort(text('PORT') ?? '8080') ?? fault('PORT', 'must be a whole number from 0 to 65535')
  const shopPort =
    readPort(text('SHOP_PORT') ?? portAfter(port)) ??
    fault('SHOP_PORT', 'must be a whole number from 0 to 65535')
  const addresses = readAddresses(text, fault)
  const { host } = addresses
  const database = readDatabaseSettings(text, fault)
  const role = readRole({ text, fault })
  const brand = text('BRAND') ?? 'svc'
  if (!/^[a-z][a-z0-9]{0,31}$/.test(brand)) {
    fault('BRAND', 'must be 1 to 32 lower-case letters and digits and begin with a letter')
  }
  const demo = readDemo(text('DEMO'), host) ?? fault('DEMO', 'must be yes or no')
  const life = readYes(text('DEMO_LIFE') ?? 'on') ?? fault('DEMO_LIFE', 'must be on or off')
  const desk = readDesk({ text, fault, readYes, readPort, isBaseUrl })
  const { secretKey, rings } = readSecretKeys(text, { fault, demo })
  const scorecard = readScorecard(text, fault)
  const oidc = readOidc({ text, fault, readYes })
  const limits = readLimits({ text, fault, demo: demo === true })
  const observing = readObserving({ text, fault, readPort, demo: demo === true })
  // The demo's own inbox is on this machine.
  const allowed = parseAllowList(
    [text('WEBHOOK_ALLOW') ?? '', demo === true ? 'loopback' : ''].join(','),
  )
  if ('fault' in allowed) fault('WEBHOOK_ALLOW', allowed.fault)
  const named = parseNameServers(text('WEBHOOK_DNS') ?? '')
  if ('fault' in named) fault('WEBHOOK_DNS', named.fault)
  const proxies = parseTrustedProxies(text('TRUSTED_PROXIES') ?? '')
  if ('fault' in proxies) fault('TRUSTED_PROXIES', proxies.fault)
  const drain = parseDrain(text('DRAIN_SECONDS'), { demo: demo === true })
  if ('fault' in drain) fault('DRAIN_SECONDS', drain.fault)
  if (port === undefined || shopPort === undefined) return { faults }
  if (demo === undefined || life === undefined) return { faults }
  if ('fault' in allowed || 'fault' in named) return { faults }
  if ('fault' in proxies || 'fault' in drain) return { faults }
  if (faults.length > 0) return { faults }
  const dataDir = text('DATA_DIR') ?? './data'
  return {
    settings: {
      port,
      shopPort,
      ...addresses,
      dataDir,
      ...database,
      role,
      brand,
      demo,
      demoLife: demo && life,
      ...desk,
      allow: allowed.allow,
      nameServers: named.servers,
      secretKey,
      trustedProxies: proxies.ranges,
      drainMs: drain.drainMs,
      rings,
      limits,
      observing,
      scorecard,
      oidc,
    },
  }
}

type ReadText = (name: SettingName) => string | undefined
type Fault = (name: SettingName, sentence: string) => undefined

/** Where the service listens, and where it is reached. */
function readAddresses(text: ReadText, fault: Fault): Pick<Settings, 'host' | 'baseUrl'> {
  const host = text('HOST') ?? '127.0.0.1'
  if (isIP(host) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host))
    fault('HOST', 'must be an address or a host name')
  const baseUrl = text('BASE_URL')
  if (baseUrl !== undefined && !isBaseUrl(baseUrl)) {
    fault(
      'BASE_URL',
      'must be an http or https address without query, such as https://pay.example.com',
    )
  }
  return { host, baseUrl: baseUrl?.replace(/\/+$/, '') }
}

function readPort(text: string): number | undefined {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  return port <= PORT_MAX ? port : undefined
}

/** Any free port if `PORT` is 0, or if there is no next one. */
function portAfter(port: number | undefined): string {
  return String(port === undefined || port === 0 || port === PORT_MAX ? 0 : port + 1)
}

/** The request names a person: it never leaves this machine unencrypted. */
function readScorecard(text: ReadText, fault: Fault): ScorecardSettings | undefined {
  const url = text('DECISION_URL')
  const secret = text('DECISION_SECRET')
  const fallback = text('DECISION_FALLBACK') ?? 'checked'
  if (fallback !== 'checked' && fallback !== 'refused')
    return fault('DECISION_FALLBACK', 'must be checked or refused')
  if (url === undefined) {
    if (secret !== undefined) fault('DECISION_URL', 'is required with DECISION_SECRET')
    return undefined
  }
  if (!isScorecardUrl(url))
    fault('DECISION_URL', 'must be an https address, or an http one of this machine')
  if (secret === undefined) return fault('DECISION_SECRET', 'is required with DECISION_URL')
  try {
    keysOf({ secret })
  } catch {
    return fault('DECISION_SECRET', 'must be whsec_ and 24 to 64 bytes in base64')
  }
  return { url, secret, fallback }
}

function isScorecardUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.hash !== '') return false
  return !leavesInClear(url)
}

/** A demo that others can reach must be requested explicitly. */
function readDemo(text: string | undefined, host: string): boolean | undefined {
  if (text === undefined) return host === 'localhost' || host === '::1' || /^127\./.test(host)
  return readYes(text)
}

/** Undefined: it is neither. */
function readYes(text: string): boolean | undefined {
  if (YES.has(text.toLowerCase())) return true
  return NO.has(text.toLowerCase()) ? false : undefined
}

function isBaseUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  )
}
