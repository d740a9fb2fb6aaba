import type { Action } from '../../model/actions/action.ts'

/** What people of the lender look at in the morning, in that order: pure. */
export const NEWS = [
  ...(['checkout.sign', 'order.confirm', 'order.capture', 'order.refund'] as const),
  ...(['order.cancel', 'loan.pay', 'loan.charge_back', 'loan.withdraw'] as const),
  ...(['loan.write_off', 'loan.promise', 'decision.review', 'approval.request'] as const),
  ...(['approval.execute', 'payout.propose', 'payout.hold', 'payout.release'] as const),
  ...(['terms.begin', 'store.suspend', 'person.block', 'job.fail'] as const),
  'authentication.fail',
] as const satisfies readonly Action['action'][]

export type News = {
  readonly since: Date
  /** Whether all of it was counted, or only the newest. */
  readonly complete: boolean
  readonly actions: readonly { readonly action: (typeof NEWS)[number]; readonly count: number }[]
}
