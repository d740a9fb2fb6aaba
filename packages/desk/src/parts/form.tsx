/** Forms: fields with their errors, and a form that is sent once at a time. */
import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Failure } from '../client/api.ts'
import { sentenceOf } from '../texts/refusals.ts'
import { t } from '../texts/texts.ts'

type FieldProps = {
  readonly label: string
  readonly hint?: string
  readonly faults?: readonly string[] | undefined
  readonly input: JSX.IntrinsicElements['input']
}

export function Field({ label, hint, faults = [], input }: FieldProps) {
  const id = useId()
  const about = [hint === undefined ? '' : `${id}-hint`, faults.length > 0 ? `${id}-fault` : '']
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-describedby={about.filter(Boolean).join(' ') || undefined}
        aria-invalid={faults.length > 0}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {faults.length > 0 && (
        <p class="fault" id={`${id}-fault`}>
          {faults.join('; ')}
        </p>
      )}
    </div>
  )
}

type AreaProps = Pick<FieldProps, 'label' | 'hint'> & {
  readonly area: JSX.IntrinsicElements['textarea']
  /** The hint states the number. */
  readonly wordsMin?: number
}

/** Several lines. */
export function Area({ label, hint, wordsMin = 0, area }: AreaProps) {
  const id = useId()
  const judge = ({ currentTarget: typed }: { currentTarget: HTMLTextAreaElement }) => {
    const isShort = typed.value.split(/\s+/).filter(Boolean).length < wordsMin
    typed.setCustomValidity(isShort ? (hint ?? label) : '')
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        rows={3}
        {...area}
        {...(wordsMin > 0 && { onInput: judge })}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

type Sending = {
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Does nothing while a request is in progress. */
  readonly send: (work: () => Promise<unknown>) => Promise<void>
}

export function useSending(): Sending {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  return {
    isBusy,
    failure,
    async send(work) {
      if (isBusy) return
      setBusy(true)
      setFailure(undefined)
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        setFailure(error)
      } finally {
        setBusy(false)
      }
    },
  }
}

type FormProps = {
  readonly sending: Sending
  readonly button: string
  /** Instead of a single button: `outcome` is that of the pressed one. */
  readonly outcomes?: readonly { readonly outcome: string; readonly label: string }[]
  /** There is nothing to send yet. */
  readonly isOff?: boolean
  /** Absent: the button alone describes the action. */
  readonly children?: ComponentChildren
  readonly onSend: (values: Readonly<Record<string, string>>) => Promise<unknown>
}

/** The input is read when it is sent: typing redraws nothing. */
export function Form({ sending, button, outcomes, isOff = false, children, onSend }: FormProps) {
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isOff) return
        const entries = [...new FormData(event.currentTarget).entries()]
        const values = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
        const { submitter } = event
        const outcome = submitter instanceof HTMLButtonElement ? submitter.value : ''
        void sending.send(() => onSend({ ...values, ...(outcomes && { outcome }) }))
      }}
    >
      {children}
      <Fault failure={sending.failure} />
      <div class="buttons">
        {(outcomes ?? [{ outcome: '', label: button }]).map(({ outcome, label }, index) => (
          <button
            key={outcome}
            type="submit"
            value={outcome}
            class={index === 0 ? 'strong' : ''}
            aria-disabled={isOff || sending.isBusy}
          >
            {label}
          </button>
        ))}
      </div>
    </form>
  )
}

/** The error, next to the form. */
export function Fault({ failure }: { failure: Failure | undefined }) {
  if (failure === undefined) return <p role="alert" />
  const { code, requestId, fields } = failure.refusal
  const of = Object.values(fields).flat()
  const sentence = failure.status === 0 ? t.states.offline : sentenceOf(failure.refusal)
  return (
    <p class="fault" role="alert">
      {[sentence, ...of].join('. ')} <small>({[code, requestId].filter(Boolean).join(', ')})</small>
    </p>
  )
}
