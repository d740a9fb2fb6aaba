import type { Answered as AnswerOf, OpenedLenderPayout } from '@svc/api'
import { nameOf } from '../../client/unanswered.ts'
import { Fault } from '../../parts/form.tsx'
import { Done } from '../../parts/money/done.tsx'
import { useOnce } from '../../parts/money/once.ts'
import { Panel } from '../../parts/money/panel.tsx'
import { Reason, reasonOf } from '../../parts/money/reason.tsx'
import { Money } from '../../parts/values.tsx'
import { ta } from '../../texts/acts.ts'

type HoldPanelProps = {
  readonly payout: AnswerOf<typeof OpenedLenderPayout>
  readonly onClose: () => void
}

/** No money moves: it takes a reason, and holds at once. */
export function HoldPanel({ payout: { id, amount, currency }, onClose }: HoldPanelProps) {
  const path = `/lender/payouts/${id}/hold`
  const once = useOnce({ name: nameOf('payout_hold', id), path })
  const title = ta.acts.names.payout_hold
  return (
    <Panel title={title} onClose={onClose}>
      {once.outcome ? (
        <Done outcome={once.outcome} what={title} onClose={onClose} />
      ) : (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            const form = [...new FormData(event.currentTarget)]
            const values = Object.fromEntries(form.map(([name, each]) => [name, String(each)]))
            once.send({ reason: reasonOf(values) }, values)
          }}
        >
          <p>{ta.acts.holdMore}</p>
          <Reason code="security" values={once.values ?? {}} />
          {once.isOpen && !once.isBusy && <p class="stale">{ta.acts.unanswered}</p>}
          <Fault failure={once.failure} />
          <button type="submit" class="danger" aria-disabled={once.isBusy}>
            {title} <Money amount={amount} currency={currency} />
          </button>
        </form>
      )}
    </Panel>
  )
}
