/** What is handed to a person so that they can make their factors; its token stands nowhere. */
export type StaffLink = {
  readonly id: string
  readonly kind: 'first' | 'invite' | 'recover'
  /** Null: of the first administrator, who is nobody yet. */
  readonly staffId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | null
  /** Another one has taken its place. */
  readonly withdrawnAt: Date | null
}
