import type { Answered, OpenedLenderPayout } from '@svc/api'
import { nameOf } from '../../client/unanswered.ts'
import { money } from '../../parts/format.ts'
import { ReasonPanel } from '../../parts/money/reason-panel.tsx'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { ta } from '../../texts/acts.ts'

type PayoutPanelProps = {
  readonly act: { readonly name: 'payout_release' | 'payout_hold'; readonly path: string }
  readonly payout: Pick<Answered<typeof OpenedLenderPayout>, 'id' | 'amount' | 'currency'>
  readonly onClose: () => void
}

/** Pays a pending payout, with two people; holding one moves no money, and needs one. */
export function PayoutPanel({ act, payout: { id, amount, currency }, onClose }: PayoutPanelProps) {
  const title = ta.acts.names[act.name]
  const sentence = `${title} ${money(amount, currency)}`
  const wanted = { name: nameOf(act.name, id), path: `/lender/payouts/${id}/${act.path}` }
  return act.name === 'payout_hold' ? (
    <ReasonPanel {...{ ...wanted, title, sentence, onClose }} code="security">
      <p>{ta.acts.holdMore}</p>
    </ReasonPanel>
  ) : (
    <WishPanel
      {...{ ...wanted, title, currency, onClose }}
      code="routine"
      sentence={() => sentence}
    />
  )
}
