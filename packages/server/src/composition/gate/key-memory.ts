/**
 * Who comes with which key: read once, remembered for less than a second, so that a revocation
 * holds everywhere within one.
 */
import { BoundedMap } from '../../platform/bounded-map.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { onBehalfOf } from '../../platform/turns/party.ts'
import { createSharing } from '../../platform/work/sharing.ts'
import { isWellFormedKey } from '../../tenancy/api-keys/key-format.ts'

/**
 * Long enough to spare a query per request, short enough that a revocation holds everywhere, and
 * that a new key works everywhere, within 1 s.
 */
const REMEMBERED_MS = 900
/** A key in use is read again before it is forgotten, so that nobody waits for that. */
const READ_AGAIN_MS = 450
const REMEMBERED_MAX = 10_000
/** More than a key and its scheme take: what is longer is looked up each time. */
const HEADER_LENGTH_MAX = 100

export type KeyMemory<I> = {
  /** The owner of `Authorization: Bearer <key>`; 401 for anything but a valid key. */
  authenticate(authorization: string | undefined): Promise<I>
  /** The same from memory; undefined when it is not there, or not any more. */
  known(authorization: string | undefined): I | undefined
  /** Whether the key has been valid in this process: its sender does not guess. */
  wasValid(authorization: string | undefined): boolean
  /** Earlier reads of the affected keys no longer count. */
  forget(isConcerned: (identity: I) => boolean): void
}

type Keys<I> = {
  readonly clock: Clock
  /** Whose key it is; undefined: nobody's. */
  find(key: string): Promise<I | undefined>
  isActive(identity: I, now: Date): boolean
  /** Called with every valid key that has been read. */
  used(identity: I): void
}

type Remembrance<I> = { at: number; readonly identity: I }

const isFresh = (at: number, now: Date) => Math.abs(now.getTime() - at) < REMEMBERED_MS

export function createKeyMemory<I>({ clock, find, isActive, used }: Keys<I>): KeyMemory<I> {
  /** By the header as it arrived: hashing it costs more than all else that a look-up does. */
  const remembered = new BoundedMap<string, Remembrance<I>>(REMEMBERED_MAX)
  /** Keys that were not valid, and when: the next request with one costs no query. */
  const unknown = new BoundedMap<string, number>(REMEMBERED_MAX)
  /** Requests that arrive together with one key share its look-up. */
  const lookUps = createSharing<I>()
  /** A look-up from before the last change of a store may have its earlier values. */
  let changes = 0

  function known(authorization = ''): I | undefined {
    const cached = remembered.get(authorization)
    if (cached === undefined) return undefined
    const now = clock.now()
    if (!isFresh(cached.at, now) || !isActive(cached.identity, now)) return undefined
    if (Math.abs(now.getTime() - cached.at) >= READ_AGAIN_MS) {
      // If it fails, a caller after it is forgotten gets the answer.
      shared(bearer(authorization), authorization).catch(() => {})
    }
    return cached.identity
  }

  async function lookUp(key: string, header: string): Promise<I> {
    const now = clock.now()
    const changesBefore = changes
    const refusedAt = unknown.get(key)
    if (refusedAt !== undefined && isFresh(refusedAt, now)) throw new Refused('key_invalid')
    const identity = await onBehalfOf('authentication', () => find(key))
    const at = now.getTime()
    if (identity === undefined || !isActive(identity, now)) {
      remembered.delete(header)
      unknown.set(key, at)
      throw new Refused('key_invalid')
    }
    if (header.length <= HEADER_LENGTH_MAX && changes === changesBefore) {
      remembered.set(header, { at, identity })
    }
    used(identity)
    return identity
  }

  async function authenticate(authorization = ''): Promise<I> {
    const remembrance = known(authorization)
    if (remembrance !== undefined) return remembrance
    return shared(bearer(authorization), authorization)
  }

  function shared(key: string, header: string): Promise<I> {
    return lookUps.share(key, () => lookUp(key, header))
  }

  return {
    authenticate,
    known,
    wasValid: (authorization = '') => remembered.has(authorization),
    forget(isConcerned) {
      changes++
      lookUps.clear()
      // The keys stay known as valid; the values read with them are not used any more.
      for (const each of remembered.values()) {
        if (isConcerned(each.identity)) each.at = Number.NEGATIVE_INFINITY
      }
    },
  }
}

function bearer(authorization: string): string {
  if (authorization.trim() === '') throw new Refused('key_missing')
  const match = /^bearer +(\S+) *$/i.exec(authorization)
  if (match?.[1] === undefined || !isWellFormedKey(match[1])) throw new Refused('key_invalid')
  return match[1]
}
