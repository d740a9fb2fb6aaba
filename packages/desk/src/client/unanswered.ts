/**
 * Writes without an answer. Each has an `Idempotency-Key` from the moment its panel is opened; both
 * survive a reload of this tab, so that a repeated request is the same, and takes effect once. The
 * input is stored only between sending and the answer, and only for its author.
 */
import { isSandbox } from '../shell/place.ts'
import { now } from './clock.ts'
import { me } from './session.ts'

export type Values = Readonly<Record<string, string>>

type Entry = {
  readonly key: string
  /** Keys belong to a user: another user's would be another write. */
  readonly by: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** As it was sent; absent: nothing is in progress. */
  readonly values?: Values
}

/** Less than the service stores keys: a week. */
const KEPT_MS = 6 * 24 * 3_600_000
const PREFIX = 'desk.write.'

function read(name: string): Entry | undefined {
  try {
    // Only this file writes under the name.
    const entry: Entry | null = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    const isOwn = entry !== null && entry.by === me.value?.id
    return isOwn && now() - entry.at < KEPT_MS ? entry : undefined
  } catch {
    // A browser without storage forgets with the page.
    return undefined
  }
}

function keep(name: string, entry: Entry): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(entry))
  } catch {
    // As above.
  }
}

/** The name of a write: of an object, an action and a mode. */
export const nameOf = (act: string, objectId: string): string =>
  `${isSandbox.value ? 'sandbox' : 'live'}.${objectId}.${act}`

/** The key of the next write of `name`: the previous one, while that has no answer. */
export function keyOf(name: string): string {
  const entry = read(name)
  if (entry !== undefined) return entry.key
  const key = crypto.randomUUID()
  keep(name, { key, by: me.value?.id ?? '', at: now() })
  return key
}

/** The request without an answer; undefined: none. */
export const valuesOf = (name: string): Values | undefined => read(name)?.values

export const rememberRequest = (name: string, key: string, values: Values): void =>
  keep(name, { key, by: me.value?.id ?? '', at: now(), values })

/** It was refused: the key is used for the next request. */
export const rememberKey = (name: string, key: string): void =>
  keep(name, { key, by: me.value?.id ?? '', at: now() })

export function forgetRequest(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // As above.
  }
}
