import type { Answered as AnswerOf, OpenedLenderPayout } from '@svc/api'
import { nameOf } from '../../client/unanswered.ts'
import { money } from '../../parts/format.ts'
import { Effects } from '../../parts/money/effects.tsx'
import { MoneyPanel } from '../../parts/money/money-panel.tsx'
import { Reason, reasonOf, trialReason } from '../../parts/money/reason.tsx'
import { ta } from '../../texts/acts.ts'

type ReleasePanelProps = {
  readonly payout: AnswerOf<typeof OpenedLenderPayout>
  readonly onClose: () => void
}

/** Pays what waits, by two people. */
export function ReleasePanel({ payout: { id, amount, currency }, onClose }: ReleasePanelProps) {
  const title = ta.acts.names.payout_release
  return (
    <MoneyPanel
      isShown
      title={title}
      name={nameOf('payout_release', id)}
      path={`/lender/payouts/${id}/release`}
      start={{ reason: 'routine' }}
      read={(values) => {
        const isWhole = (values.note ?? '').trim() !== ''
        return {
          trial: { reason: trialReason },
          body: isWhole ? { reason: reasonOf(values) } : undefined,
          sentence: `${title} ${money(amount, currency)}`,
        }
      }}
      fields={(values) => <Reason code="routine" values={values} />}
      effects={(effects) => <Effects effects={effects} currency={currency} />}
      onClose={onClose}
    />
  )
}
