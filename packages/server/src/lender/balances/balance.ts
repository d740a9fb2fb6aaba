/** The debits and credits of an account, in minor units of a currency. */
export type AccountBalance = {
  readonly account: string
  readonly currency: string
  readonly debit: number
  readonly credit: number
  readonly balance: number
}
