/** The limits of a store's credit decisions; amounts are in the order's own currency. */

/** As shown in `/me`. Null: never. */
export type DecisionLimits = {
  /** The decision in the sandbox: by the test person alone (contract §10), or then by the rules. */
  readonly sandbox: 'person' | 'rules'
  /** The most that a buyer may owe, including the order that they sign. */
  readonly open_amount_max: number
  /** Signatures in 24 hours. */
  readonly attempts_per_day_max: number
  readonly age_min: number
  /** From this total on the buyer must state their income. */
  readonly income_from: number | null
  /**
   * The largest share of a stated monthly income for the highest payment, in hundredths of a
   * percent.
   */
  readonly instalment_share_max: number
  readonly late_instalments_max: number
  readonly written_off_max: number
  /** The most that may still be due from the orders in the history that the store sends. */
  readonly history_due_max: number | null
  /** Above this share of cancelled orders in that history the identity is checked. */
  readonly history_cancelled_share_max: number | null
  /** From this total on the identity of a new buyer is checked. */
  readonly check_from: number | null
}

export const standardLimits: DecisionLimits = {
  sandbox: 'person',
  open_amount_max: 1_000_000,
  attempts_per_day_max: 10,
  age_min: 18,
  income_from: null,
  instalment_share_max: 3_500,
  late_instalments_max: 0,
  written_off_max: 0,
  history_due_max: null,
  history_cancelled_share_max: null,
  check_from: null,
}

type Fault = readonly [path: string, sentence: string]

/** No income is needed for a total that is declined anyway. */
export function limitFaults({ open_amount_max: most, ...limits }: DecisionLimits): Fault[] {
  const { income_from, check_from } = limits
  const sentence = `must be at most open_amount_max, which is ${most}: what is larger is refused`
  const beyond = { income_from, check_from }
  return Object.entries(beyond).flatMap(([name, from]): Fault[] =>
    from !== null && from > most ? [[name, sentence]] : [],
  )
}
