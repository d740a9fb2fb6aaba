import { useState } from 'preact/hooks'
import { nameOf, valuesOf } from '../../client/unanswered.ts'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Pending } from '../../parts/money/pending.tsx'
import { whyNot } from '../../parts/money/why-not.ts'
import { Block } from '../../parts/page.tsx'
import { Late } from '../../parts/states.tsx'
import { ta } from '../../texts/acts.ts'
import { type Act, acts, allowedOf, type Loan, takeable } from './acts.ts'

/** What may be done here, each with why not where it may not. */
export function LoanActs({ loan }: { loan: Loan }) {
  const { id } = loan
  // What was on its way when the page was left has its panel again.
  const [open, setOpen] = useState<Act | undefined>(() =>
    acts.find((act) => valuesOf(nameOf(act.name, id)) !== undefined),
  )
  const close = () => setOpen(undefined)
  return (
    <Block title={ta.acts.title}>
      <Pending objectId={id} />
      <ul class="acts">
        {acts.map((act) => (
          <ActButton
            key={act.name}
            name={ta.acts.names[act.name]}
            permission={act.permission}
            isOpen={open === act}
            whyNot={whyNotOf(act, loan)}
            onOpen={() => setOpen(act)}
          />
        ))}
      </ul>
      {open && (
        <Late
          key={open.name}
          load={async () => (await import('./loan-panel.tsx')).LoanPanel}
          with={{ act: open, loan, onClose: close }}
          onGone={close}
        />
      )}
    </Block>
  )
}

function whyNotOf(act: Act, loan: Loan): string | undefined {
  const allowed = allowedOf(act, loan)
  if (allowed !== undefined) return whyNot(allowed)
  return takeable(loan).length === 0 ? ta.acts.noPayment : undefined
}
