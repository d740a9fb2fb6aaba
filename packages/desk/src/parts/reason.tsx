import type { ReasonCode } from '@svc/api'
import { tb } from '../texts/book.ts'
import { word } from '../texts/texts.ts'
import { Area } from './form.tsx'

type ReasonFieldsProps = { readonly codes: readonly ReasonCode[] }

/** The reason of an action: a code for reports, and a sentence. */
export function ReasonFields({ codes }: ReasonFieldsProps) {
  return (
    <>
      <label class="field">
        <strong>{tb.reason.code}</strong>
        <select name="code">
          {codes.map((code) => (
            <option key={code} value={code}>
              {word(code)}
            </option>
          ))}
        </select>
      </label>
      <Area
        label={tb.reason.note}
        hint={tb.reason.noteMore}
        area={{ name: 'note', required: true, minLength: 5, maxLength: 2_000 }}
      />
    </>
  )
}

type Values = Readonly<Record<string, string>>

/** In the form of the API. */
export const reasonIn = ({ code = '', note = '' }: Values) => ({ reason: { code, note } })
