/** A link with which a person can set up their factors; its token is not stored. */
export type StaffLink = {
  readonly id: string
  readonly kind: 'first' | 'invite' | 'recover'
  /** Null: for the first administrator, who does not exist yet. */
  readonly staffId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | null
  /** It has been replaced. */
  readonly withdrawnAt: Date | null
}
