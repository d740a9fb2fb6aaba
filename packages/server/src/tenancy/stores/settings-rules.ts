/**
 * A store's settings with a merge patch (RFC 7396). Invariants: 1. a store in token mode has a
 * token. 2. An object of the settings is valid as a whole after the patch.
 */
import type { LenderPatch, StorePatch } from '@svc/api'
import { limitFaults, standardLimits } from '../../model/decision-limits/limits.ts'
import { patchedSchedule, scheduleFaults } from '../../model/payouts/schedule.ts'
import { collectionFaults, standardCollection } from '../../model/stores/collection.ts'
import { standardSettings, standardTimeZone } from '../../model/stores/new-store.ts'
import { type Fault, productTerms } from '../../model/stores/product-rules.ts'
import type { Lender, Store, StoreSettings } from '../../model/stores/store-account.ts'
import { shownName, shownText } from '../../platform/http/formats.ts'
import { namesOf } from '../../platform/narrow.ts'
import type { Decision } from '../../platform/refusal.ts'
import { type BrandingPlan, patchedBranding } from './branding-rules.ts'
import type { Logo } from './logo.ts'

type SettingsInput = {
  readonly store: Store
  readonly patch: StorePatch
  /** Settings that get their defaults again. */
  readonly cleared: ReadonlySet<string>
  /** Whether a notification token is stored. */
  readonly tokenSet: boolean
  /** Whether the database has the time zone that was sent. */
  readonly zoneKnown: boolean
}

type SettingsPlan = {
  readonly store: Store
  /** The token to store; null deletes it, undefined leaves it. */
  readonly token: string | null | undefined
  /** The logo to store, likewise. */
  readonly logo: Logo | null | undefined
}

/** The settings after a change, or their faults as a whole. */
export function decideSettings(input: SettingsInput): Decision<SettingsPlan> {
  const { store, patch, cleared } = input
  const branding = patchedBranding(store.settings.branding, patch.branding ?? {})
  const { settings, faults } = mergedSettings(input, branding)
  const token = cleared.has('notification_token') ? null : patch.notification_token
  const tokenSet = token === undefined ? input.tokenSet : token !== null
  const fields: Record<string, string[]> = {}
  for (const [path, sentence] of faults) fields[path] = [...(fields[path] ?? []), sentence]
  if (cleared.has('name')) fields.name = ['name is required']
  if (settings.notification_auth === 'token' && !tokenSet) {
    fields.notification_token = ['is required while notification_auth is token']
  }
  if (!input.zoneKnown) fields.time_zone = ['is not known to the database']
  if (Object.keys(fields).length > 0) return { refused: 'body_invalid', detail: { fields } }
  const timeZone = cleared.has('time_zone') ? standardTimeZone : (patch.time_zone ?? store.timeZone)
  const logo = cleared.has('branding') ? null : branding.logo
  const { name: wished = store.name } = patch
  const name = isSameText(store.name, wished) ? store.name : wished
  const changed = { ...store, name, timeZone, settings }
  return { plan: { store: changed, token, logo } }
}

type MergedSettings = {
  readonly settings: StoreSettings
  /** By dotted path. */
  readonly faults: readonly Fault[]
}

function mergedSettings(
  { store, patch, cleared }: SettingsInput,
  { branding, fault }: BrandingPlan,
): MergedSettings {
  const { products, locales, origins } = patch
  const lists = {
    ...(products === undefined ? {} : { products: products.map(productTerms) }),
    ...(locales === undefined ? {} : { locales: [...new Set(locales)] }),
    ...(origins === undefined ? {} : { origins: [...new Set(origins)] }),
  }
  const objects = mergedObjects(store.settings, patch)
  // Setting a token implies that it is compared.
  const compared = patch.notification_token === undefined ? {} : { notification_auth: 'token' }
  const sent: Record<string, unknown> = { ...compared, ...patch, ...lists, ...objects, branding }
  const merged = namesOf(standardSettings).map((key) => {
    if (cleared.has(key)) return [key, standardSettings[key]]
    return [key, Object.hasOwn(sent, key) ? sent[key] : store.settings[key]]
  })
  const faults = objectFaults(patch, objects)
  const logoFaults: Fault[] = fault === undefined ? [] : [['branding.logo', fault]]
  return { settings: Object.fromEntries(merged), faults: [...faults, ...logoFaults] }
}

type Objects = Partial<
  Pick<StoreSettings, 'collection' | 'payout_schedule' | 'decision' | 'lender'>
>

/** The settings that are objects, among those in the patch. */
function mergedObjects(stored: StoreSettings, patch: StorePatch): Objects {
  const { collection, payout_schedule: schedule, decision, lender } = patch
  return {
    ...(collection === undefined
      ? {}
      : { collection: merged(stored.collection, collection, standardCollection) }),
    ...(schedule === undefined
      ? {}
      : { payout_schedule: patchedSchedule(stored.payout_schedule, schedule) }),
    ...(decision === undefined
      ? {}
      : { decision: merged(stored.decision, decision, standardLimits) }),
    ...(lender === undefined ? {} : { lender: patchedLender(stored.lender, lender) }),
  }
}

/** Absent members stay, null resets them to the default. */
function merged<T extends object>(
  stored: T,
  patch: { readonly [K in keyof T]?: T[K] | null },
  standard: T,
): T {
  const names = namesOf(standard)
  const members = names.map((name) => [
    name,
    Object.hasOwn(patch, name) ? (patch[name] ?? standard[name]) : stored[name],
  ])
  return Object.fromEntries(members)
}

const UNKNOWN_LENDER = {
  name: null,
  address: null,
  email: null,
  phone: null,
  url: null,
  registration: null,
  supervisor: null,
  complaints: null,
}

type Named = Record<keyof typeof UNKNOWN_LENDER, string | null>

const isSameText = (stored: string | null, sent: string | null): boolean =>
  stored !== null && (shownName(stored) === sent || shownText(stored) === sent)

/** A lender without any details is no lender: the store itself lends. */
function patchedLender(stored: Lender | null, patch: LenderPatch): Lender | null {
  const before: Named = stored ?? UNKNOWN_LENDER
  const lender = merged<Named>(before, patch, UNKNOWN_LENDER)
  // Older texts come back as they are read now.
  for (const name of namesOf(UNKNOWN_LENDER)) {
    if (isSameText(before[name], lender[name])) lender[name] = before[name]
  }
  if (stored !== null && namesOf(UNKNOWN_LENDER).every((name) => lender[name] === stored[name])) {
    // With the creditor whose version it is.
    return stored
  }
  const isUnknown = Object.values(lender).every((value) => value === null)
  // One without a name is refused below.
  return isUnknown ? null : { ...lender, name: lender.name ?? '' }
}

function objectFaults(patch: StorePatch, after: Objects): Fault[] {
  const { collection, payout_schedule: schedule, decision, lender } = after
  return [
    ...within('collection', collection === undefined ? [] : collectionFaults(collection)),
    ...within(
      'payout_schedule',
      schedule === undefined ? [] : scheduleFaults(patch.payout_schedule ?? {}, schedule),
    ),
    ...within('decision', decision === undefined ? [] : limitFaults(decision)),
    ...within('lender', lender && !lender.name ? [['name', 'name is required']] : []),
  ]
}

function within(name: string, faults: readonly Fault[]): Fault[] {
  return faults.map(([path, sentence]) => [`${name}.${path}`, sentence])
}
