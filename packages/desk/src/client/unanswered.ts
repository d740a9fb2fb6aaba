/**
 * Writes whose answer is not known yet. Each has an `Idempotency-Key` from the moment its panel is
 * opened; both outlive a reload of this tab, so that what is sent again is the same, and counts
 * once. What was typed is kept only between sending and the answer, and for the person who typed
 * it.
 */
import { isSandbox } from '../shell/place.ts'
import { now } from './clock.ts'
import { me } from './session.ts'

export type Values = Readonly<Record<string, string>>

type Entry = {
  readonly key: string
  /** Keys are each one's own: another person's would be another write. */
  readonly by: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** As it was sent; absent: nothing is on its way. */
  readonly values?: Values
}

/** Less than the service remembers keys for: a week. */
const KEPT_MS = 6 * 24 * 3_600_000
const PREFIX = 'desk.write.'

function read(name: string): Entry | undefined {
  try {
    // Only this file writes under the name.
    const entry: Entry | null = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
    const isOwn = entry !== null && entry.by === me.value?.id
    return isOwn && now() - entry.at < KEPT_MS ? entry : undefined
  } catch {
    // A browser that stores nothing forgets with the page.
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

/** Under which what is on its way is kept: of an object, an action and a mode. */
export const nameOf = (act: string, objectId: string): string =>
  `${isSandbox.value ? 'sandbox' : 'live'}.${objectId}.${act}`

/** The key of what `name` is about to write: the one of before, while that has no answer. */
export function keyOf(name: string): string {
  const entry = read(name)
  if (entry !== undefined) return entry.key
  const key = crypto.randomUUID()
  keep(name, { key, by: me.value?.id ?? '', at: now() })
  return key
}

/** What was sent and has no answer; undefined: nothing. */
export const valuesOf = (name: string): Values | undefined => read(name)?.values

export const noteSent = (name: string, key: string, values: Values): void =>
  keep(name, { key, by: me.value?.id ?? '', at: now(), values })

/** It was refused: the key serves for what is sent next. */
export const noteRefused = (name: string, key: string): void =>
  keep(name, { key, by: me.value?.id ?? '', at: now() })

export function noteAnswered(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // As above.
  }
}
