import type { ProductTerms } from '../financing/offers.ts'

/** A store's settings, as far as they exist; the rest of contract §9 comes with its resources. */
export type StoreSettings = {
  readonly url: string
  readonly notification_url: string | null
  readonly browser_checkout: boolean
  /** Minutes. */
  readonly confirmation_timeout: number
  readonly currency: string
  readonly products: readonly ProductTerms[]
}

export type Store = {
  readonly id: string
  readonly name: string
  /** IANA name: dates without an offset are read, and local times written, in it. */
  readonly timeZone: string
  readonly settings: StoreSettings
}

export const scopes = [
  'orders:read',
  'orders:write',
  'refunds:write',
  'campaigns:write',
  'settings:write',
  'events:read',
] as const
export type Scope = (typeof scopes)[number]

export type ApiKey = {
  readonly storeId: string
  readonly id: string
  readonly kind: 'private' | 'public'
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}
