/**
 * What is done to a sound order behind the service's back, and the invariants that must be reported
 * for it. All plants together break every check of the auditor.
 */
export type Plant = {
  readonly name: string
  readonly expected: readonly string[]
  /** In each, `$1` is the order's store and `$2` its id. */
  readonly statements: readonly string[]
  /**
   * The order planted in; without it one that has seen every operation and is not cancelled.
   * Sealed: such a one in a store of its own, whose stream is placed and sealed. Lent: one whose
   * buyer paid, too late, and was taken something back from; repaid: one that was cancelled then.
   */
  readonly from?: 'cancelled' | 'pending' | 'sealed' | 'lent' | 'repaid'
  /** What the finding names, where it is not the order; `$2` stands for the order’s id. */
  readonly found?: string
}

export const ROW_OF_ORDER = 'store_id = $1 AND order_id = $2'
export const ORDER_ITSELF = 'store_id = $1 AND id = $2'
