import type { Answered as AnswerOf, OpenedLenderPayout } from '@svc/api'
import { Acts, requestedAct } from '../../parts/money/acts.tsx'
import { PendingLinks } from '../../parts/money/pending.tsx'
import { whyNot } from '../../parts/money/why-not.ts'
import { ta } from '../../texts/acts.ts'
import { PayoutPanel } from './payout-panel.tsx'

export type Payout = AnswerOf<typeof OpenedLenderPayout>

const acts = [
  { name: 'payout_release', path: 'release', permission: 'payouts:release', isStrong: false },
  { name: 'payout_hold', path: 'hold', permission: 'payouts:hold', isStrong: true },
] as const

/** What waits is held by one person at once, and released by two. */
export function PayoutActs({ payout }: { payout: Payout }) {
  const { id, allowed_actions: allowed, pending_approvals: pending } = payout
  return (
    <Acts
      objectId={id}
      acts={acts}
      nameFor={({ name }) => ta.acts.names[name]}
      whyNot={({ path }) => whyNot(allowed[path])}
      wanted={wantedOf(payout)}
      panel={(act, onClose) => <PayoutPanel {...{ act, payout, onClose }} />}
    >
      <PendingLinks approvals={pending} />
    </Acts>
  )
}

/** What the link asks for, where it may be. */
function wantedOf({ allowed_actions: allowed, pending_approvals: pending }: Payout) {
  const isFree = pending.length === 0
  return acts.find(({ name, path }) => name === requestedAct() && allowed[path].allowed && isFree)
}
