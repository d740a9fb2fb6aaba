import { Acts, requestedAct } from '../../parts/money/acts.tsx'
import { Pending } from '../../parts/money/pending.tsx'
import { whyNot } from '../../parts/money/why-not.ts'
import { ta } from '../../texts/acts.ts'
import { type Act, acts, allowedOf, type Loan, reversiblePayments } from './acts.ts'
import { LoanPanel } from './loan-panel.tsx'

/** What may be done here, each with why not where it may not. */
export const LoanActs = ({ loan }: { loan: Loan }) => (
  <Acts<Act>
    objectId={loan.id}
    acts={acts}
    nameFor={({ name }) => ta.acts.names[name]}
    whyNot={(act) => whyNotOf(act, loan)}
    wanted={acts.find((act) => act.name === requestedAct() && allowedOf(act, loan)?.allowed)}
    panel={(act, onClose) => <LoanPanel {...{ act, loan, onClose }} />}
  >
    <Pending objectId={loan.id} />
  </Acts>
)

function whyNotOf(act: Act, loan: Loan): string | undefined {
  const allowed = allowedOf(act, loan)
  if (allowed !== undefined) return whyNot(allowed)
  return reversiblePayments(loan).length === 0 ? ta.acts.noPayment : undefined
}
