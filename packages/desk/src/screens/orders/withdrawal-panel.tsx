import { nameOf } from '../../client/unanswered.ts'
import { Effects } from '../../parts/money/effects.tsx'
import { MoneyPanel } from '../../parts/money/money-panel.tsx'
import { Reason, reasonOf, trialReason } from '../../parts/money/reason.tsx'
import { ta } from '../../texts/acts.ts'
import type { Order } from './figures.ts'

type WithdrawalPanelProps = { readonly order: Order; readonly onClose: () => void }

/** Before the store has confirmed it ends the order, afterwards the loan. */
export function WithdrawalPanel({ order: { id, currency }, onClose }: WithdrawalPanelProps) {
  const title = ta.acts.names.withdrawal
  return (
    <MoneyPanel
      isShown
      title={title}
      name={nameOf('withdrawal', id)}
      path={`/lender/loans/${id}/withdrawal`}
      start={{ reason: 'buyer_request' }}
      read={(values) => ({
        trial: { reason: trialReason },
        body: values.note?.trim() ? { reason: reasonOf(values) } : undefined,
        sentence: title,
      })}
      fields={(values) => <Reason code="buyer_request" values={values} />}
      effects={(effects) => <Effects effects={effects} currency={currency.code} />}
      onClose={onClose}
    />
  )
}
