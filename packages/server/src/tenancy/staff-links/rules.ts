/** A link works once, until it expires or is replaced. */
import type { StaffLink } from '../../model/staff/link.ts'
import type { Decision } from '../../platform/refusal.ts'

const MINUTE_MS = 60_000
/** How long each kind works. */
export const LINK_MS = {
  first: 30 * MINUTE_MS,
  recover: 30 * MINUTE_MS,
  invite: 7 * 24 * 60 * MINUTE_MS,
} as const

export function decideLink(link: StaffLink | undefined, now: Date): Decision<StaffLink> {
  if (
    link === undefined ||
    link.usedAt !== null ||
    link.withdrawnAt !== null ||
    link.expiresAt <= now
  ) {
    return { refused: 'link_invalid' }
  }
  return { plan: link }
}
