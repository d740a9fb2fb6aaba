import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { SettingName } from '../setting-table.ts'

/** The limits on callers' requests (contract §12.13). An absent rate is no limit. */
export type LimitSettings = {
  /** For a store's private keys together. */
  readonly privateKeys: RateLimit | undefined
  /** For a client with the public key of a store. */
  readonly publicKeys: RateLimit | undefined
  /** For a checkout, by its buyer. */
  readonly checkouts: RateLimit | undefined
  /** For a client whose key or token is not valid. */
  readonly failures: RateLimit | undefined
  /** Requests of a store under way. */
  readonly storeRequestsMax: number
  /** Connections of a client; undefined: any number. */
  readonly connectionsMax: number | undefined
}

const COUNT_MAX = 1_000_000

type Reading = {
  readonly text: (name: SettingName) => string | undefined
  readonly fault: (name: SettingName, sentence: string) => undefined
  readonly demo: boolean
}

/** The demo counts nothing unless configured; its stores take turns like all others. */
export function readLimits({ text, fault, demo }: Reading): LimitSettings {
  const count = (name: SettingName, least: number, otherwise: number): number => {
    const given = text(name) ?? String(otherwise)
    const number = /^[0-9]{1,7}$/.test(given) ? Number(given) : -1
    if (number >= least && number <= COUNT_MAX) return number
    fault(name, `must be a whole number from ${least} to ${COUNT_MAX}`)
    return otherwise
  }
  /** 0 requests a second means any number. */
  const rate = (name: SettingName, standard: number, burst: (perSecond: number) => number) => {
    const perSecond = count(name, 0, demo ? 0 : standard)
    const most = burst(perSecond)
    return perSecond === 0 ? undefined : { perSecond, burst: most }
  }
  return {
    privateKeys: rate('RATE_LIMIT', 100, (each) => count('RATE_BURST', 1, Math.max(1, 2 * each))),
    publicKeys: rate('PUBLIC_RATE_LIMIT', 50, (each) =>
      count('PUBLIC_RATE_BURST', 1, Math.max(1, 6 * each)),
    ),
    // A page that opens sends several together.
    checkouts: rate('CHECKOUT_RATE_LIMIT', 10, (each) => 2 * each),
    failures: rate('FAILED_AUTH_LIMIT', 10, (each) => each),
    storeRequestsMax: count('STORE_REQUESTS_MAX', 1, 16),
    connectionsMax: count('CONNECTIONS_MAX', 0, demo ? 0 : 500) || undefined,
  }
}
