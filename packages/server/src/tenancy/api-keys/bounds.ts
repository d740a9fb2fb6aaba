/** Limits that a key passes on: a key that it creates is never wider than itself. */

import type { Bounds } from '../../model/keys/api-key.ts'
import { matches, type Range, rangeOf, readAddress } from '../../platform/network/public-address.ts'

/**
 * The limits that a new key would exceed, by their names on the wire; scopes are checked
 * separately.
 */
export function passedBounds(maker: Bounds, key: Bounds): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  if (endOf(key) > endOf(maker)) {
    fields.expires_at = [`must be at most ${maker.expiresAt?.toISOString()}, when the key ends`]
  }
  if (maker.mode !== null && key.mode !== maker.mode) {
    fields.mode = [`must be ${maker.mode}, as that of the key`]
  }
  if (!isWithin(key.addresses, maker.addresses)) {
    fields.addresses = ['must lie within the addresses of the key']
  }
  return fields
}

/** Whether each range is within one of the others. */
export function isWithin(
  ranges: readonly string[] | null,
  others: readonly string[] | null,
): boolean {
  if (others === null) return true
  if (ranges === null) return false
  const outer = others.map(rangeOf)
  return ranges.every((text) => {
    const inner = rangeOf(text)
    return outer.some((range) => range !== undefined && inner !== undefined && holds(range, inner))
  })
}

function holds(outer: Range, inner: Range): boolean {
  return outer[1] <= inner[1] && matches(inner[0], outer)
}

/** An unknown address is in no range. */
export function allowsAddress(
  { addresses }: Pick<Bounds, 'addresses'>,
  address: string | undefined,
): boolean {
  if (addresses === null) return true
  const client = readAddress(address ?? '')
  if (client === undefined) return false
  return addresses.some((text) => {
    const range = rangeOf(text)
    return range !== undefined && matches(client, range)
  })
}

function endOf({ expiresAt }: Pick<Bounds, 'expiresAt'>): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt.getTime()
}
