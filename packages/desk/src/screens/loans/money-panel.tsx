import type { Answered as AnswerOf, ApprovalNeedAnswer, EffectsAnswer } from '@svc/api'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Failure } from '../../client/api.ts'
import type { Values } from '../../client/unanswered.ts'
import { Fault } from '../../parts/form.tsx'
import { amountText, money } from '../../parts/format.ts'
import { Done } from '../../parts/money/done.tsx'
import { Effects } from '../../parts/money/effects.tsx'
import { useOnce } from '../../parts/money/once.ts'
import { Panel } from '../../parts/money/panel.tsx'
import { usePreview } from '../../parts/money/preview.ts'
import { Reason } from '../../parts/money/reason.tsx'
import { href, isSandbox } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { t } from '../../texts/texts.ts'
import { type Act, type Loan, readForm } from './acts.ts'
import { MoneyFields } from './money-fields.tsx'

type Tried = {
  readonly effects: AnswerOf<typeof EffectsAnswer> | null
  readonly approval?: AnswerOf<typeof ApprovalNeedAnswer>
}

/** Under which what is on its way is kept: of a loan, an act and a mode. */
export const nameOf = ({ name }: Act, loanId: string): string =>
  `${isSandbox.value ? 'sandbox' : 'live'}.${loanId}.${name}`

type MoneyPanelProps = {
  readonly act: Act
  readonly loan: Loan
  readonly onClose: () => void
}

/** Effects first: nothing is sent before they were shown for what stands in the form. */
export function MoneyPanel({ act, loan, onClose }: MoneyPanelProps) {
  const path = `/lender/loans/${loan.id}/${act.path}`
  const once = useOnce({ name: nameOf(act, loan.id), path })
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>(once.values ?? startOf(act, loan))
  const { wish, body, amount } = readForm(act, values, once.key)
  const isSent = once.isOpen || once.outcome !== undefined
  const tried =
    wish && !isSent ? { ...wish, reason: { code: 'other', note: 'dry_run' } } : undefined
  const preview = usePreview<Tried>(path, tried)
  // What lists begin with is chosen by the browser.
  useEffect(() => {
    if (form.current && !once.isOpen) setValues(valuesIn(form.current))
  }, [])
  const title = ta.acts.names[act.name]
  const sum = amount === undefined ? '' : ` ${money(amount, loan.currency)}`
  const isSeen = once.isOpen || preview.answer !== undefined
  const isArmed = !once.isBusy && body !== undefined && isSeen
  if (once.outcome) {
    return (
      <Panel title={title} onClose={onClose}>
        <Done outcome={once.outcome} what={`${title}${sum}`} onClose={onClose} />
      </Panel>
    )
  }
  return (
    <Panel title={title} onClose={onClose}>
      <form
        ref={form}
        class="form"
        onInput={({ currentTarget }) => setValues(valuesIn(currentTarget))}
        onSubmit={(event) => {
          event.preventDefault()
          if (isArmed && body) once.send(body, values)
        }}
      >
        <fieldset class="form" disabled={once.isOpen}>
          <MoneyFields act={act} loan={loan} values={values} isAmount={wish !== undefined} />
          <Reason code={act.reason} values={values} />
        </fieldset>
        {!once.isOpen && <Seen preview={preview} loan={loan} isAsked={!!tried} />}
        {once.isOpen && !once.isBusy && <p class="stale">{ta.acts.unanswered}</p>}
        <Fault failure={once.failure} />
        <PendingLink failure={once.failure} />
        <button type="submit" class="strong" aria-disabled={!isArmed}>
          {once.isOpen && !once.isBusy
            ? ta.acts.sendAgain
            : `${preview.answer?.approval?.needed ? ta.acts.ask : ''}${title}${sum}`}
        </button>
      </form>
    </Panel>
  )
}

function startOf(act: Act, { loan }: Loan): Values {
  const isAmount = act.name === 'payment'
  return { amount: isAmount ? amountText(loan.owed_amount) : '', reason: act.reason }
}

function valuesIn(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

type SeenProps = {
  readonly preview: ReturnType<typeof usePreview<Tried>>
  readonly loan: Loan
  /** Whether there is anything that could be tried. */
  readonly isAsked: boolean
}

/** The effects; those of another input stay until there are newer ones, and say so. */
function Seen({ preview, loan, isAsked }: SeenProps) {
  const { answer, last, failure, again } = preview
  const shown = answer ?? last
  const isOld = answer === undefined
  return (
    <section class="block" aria-label={ta.acts.effects} aria-busy={isOld && isAsked && !failure}>
      <h3>{ta.acts.effects}</h3>
      {failure ? (
        <>
          <Fault failure={failure} />
          <PendingLink failure={failure} />
          <button type="button" onClick={again}>
            {t.retry}
          </button>
        </>
      ) : (
        shown && (
          <div class={isOld ? 'faded' : ''}>
            {shown.effects ? (
              <Effects effects={shown.effects} currency={loan.currency} before={loan.loan} />
            ) : (
              <p class="hint">{ta.acts.noChanges}</p>
            )}
          </div>
        )
      )}
      {!failure && isOld && <p class="hint">{isAsked ? ta.acts.looking : ta.acts.incomplete}</p>}
      {answer?.approval?.because && answer.approval.needed && (
        <p class="note">
          {ta.acts.second} {ta.acts.because[answer.approval.because]}
        </p>
      )}
    </section>
  )
}

/** The same waits already: there it can be decided. */
function PendingLink({ failure }: { failure: Failure | undefined }) {
  const [id] = failure?.refusal.fields.approval__id ?? []
  return id === undefined ? null : <a href={href(`/inbox/${id}`)}>{ta.acts.toApproval}</a>
}
