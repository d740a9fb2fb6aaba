import { nameOf, type Values } from '../../client/unanswered.ts'
import { amountText, money } from '../../parts/format.ts'
import { Effects } from '../../parts/money/effects.tsx'
import { MoneyPanel } from '../../parts/money/money-panel.tsx'
import { Reason, trialReason } from '../../parts/money/reason.tsx'
import { ta } from '../../texts/acts.ts'
import { type Act, allowedOf, type Loan } from './acts.ts'
import { readForm } from './loan-form.ts'
import { MoneyFields } from './money-fields.tsx'

type LoanPanelProps = {
  readonly act: Act
  readonly loan: Loan
  readonly onClose: () => void
}

/** Money of a loan, moved by hand: each action with its fields, and why. */
export function LoanPanel({ act, loan, onClose }: LoanPanelProps) {
  const title = ta.acts.names[act.name]
  return (
    <MoneyPanel
      title={title}
      name={nameOf(act.name, loan.id)}
      path={`/lender/loans/${loan.id}/${act.path}`}
      start={startOf(act, loan)}
      read={(values, key) => {
        const { wish, body, amount } = readForm(act, values, key)
        const all = act.isLoss ? allowedOf(act, loan)?.max : undefined
        const sum = amount ?? all ?? undefined
        const trial = wish && { ...wish, reason: trialReason }
        const sentence = sum === undefined ? title : `${title} ${money(sum, loan.currency)}`
        return { trial, body, sentence }
      }}
      fields={(values, { trial }) => (
        <>
          <MoneyFields act={act} loan={loan} values={values} isAmount={trial !== undefined} />
          <Reason code={act.reason} values={values} />
        </>
      )}
      effects={(effects) => (
        <Effects effects={effects} currency={loan.currency} before={loan.loan} />
      )}
      onClose={onClose}
    />
  )
}

function startOf(act: Act, loan: Loan): Values {
  const most = act.name === 'payment' ? loan.loan.owed_amount : allowedOf(act, loan)?.max
  const isAmount = act.fields.includes('amount') && !act.isWhole
  return { amount: isAmount && most ? amountText(most) : '', reason: act.reason }
}
