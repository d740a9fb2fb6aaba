import type { ReasonGiven } from '@svc/api'
import { useId } from 'preact/hooks'
import type { Values } from '../../client/unanswered.ts'
import { ta } from '../../texts/acts.ts'
import { word } from '../../texts/texts.ts'

type Code = ReasonGiven['code']

const CODES = [
  ...(['payment_received', 'buyer_request', 'store_request', 'correction', 'goodwill'] as const),
  ...(['hardship', 'dispute', 'fraud', 'uncollectible', 'legal', 'security'] as const),
  ...(['routine', 'other'] as const),
] as const satisfies readonly Code[]

type ReasonProps = { readonly code: Code; readonly values?: Values }

/** The reason of an action: it is recorded in the log. */
export function Reason({ code, values = {} }: ReasonProps) {
  const id = useId()
  return (
    <>
      <div class="field">
        <label for={`${id}-code`}>{ta.acts.reason}</label>
        <select id={`${id}-code`} name="reason" defaultValue={values.reason ?? code}>
          {CODES.map((each) => (
            <option key={each} value={each} selected={each === (values.reason ?? code)}>
              {word(each)}
            </option>
          ))}
        </select>
      </div>
      <Note label={ta.acts.note} text={values.note} isRequired />
    </>
  )
}

type NoteProps = {
  readonly label: string
  readonly text?: string | undefined
  readonly isRequired?: boolean
}

export function Note({ label, text = '', isRequired = false }: NoteProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea id={id} name="note" rows={2} maxLength={2_000} required={isRequired}>
        {text}
      </textarea>
    </div>
  )
}

/** For dry runs: the reason does not change the effects. */
export const trialReason = { code: 'other', note: 'dry_run' } as const

export const reasonOf = ({ reason = '', note = '' }: Values) => ({ code: reason, note })
