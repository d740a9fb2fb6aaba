import type { LenderScope } from '@svc/api'
import type { Mode } from './api-key.ts'

/** A key of the lender's programs: bound to a mode, valid for a year at most. */
export type LenderKey = {
  readonly id: string
  readonly name: string
  readonly mode: Mode
  readonly scopes: readonly LenderScope[]
  /** Null: any; required in live mode. */
  readonly addresses: readonly string[] | null
  /** The person responsible for it; null: from before there were people. */
  readonly ownerId: string | null
  /** The person who created it; null: the command line. */
  readonly makerId: string | null
  /** The first and last characters. */
  readonly hint: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date
  readonly revokedAt: Date | null
}
