import type { Answered, RevealedAnswer, RevealedField } from '@svc/api'
import { useEffect, useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { Form, useSending } from '../../parts/form.tsx'
import { money } from '../../parts/format.ts'
import { Permitted } from '../../parts/permitted.tsx'
import { ReasonFields, reasonIn } from '../../parts/reason.tsx'
import { Facts, NONE, Words } from '../../parts/values.tsx'
import { isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { word } from '../../texts/texts.ts'

type Revealed = Answered<typeof RevealedAnswer>
type Shown = { readonly revealed: Revealed; readonly until: number }

const SHOWN_MS = 60_000
/** Labels, if that of the field is also a value. */
const LABELS: Readonly<Partial<Record<RevealedField, string>>> = {
  document: 'document_id-type',
  income: 'monthly_income',
}
const labelOf = (field: RevealedField): string => word(LABELS[field] ?? field)

const FIELDS: readonly RevealedField[] = ['document', 'birthday', 'phone', 'email', 'income']

type RevealProps = { readonly id: string; readonly currency: string }

/** Masked data in clear: for a recorded reason, and for a minute. */
export function Reveal({ id, currency }: RevealProps) {
  const [shown, setShown] = useState<Shown>()
  return (
    <Permitted permission="people:reveal" what={tb.person.reveal}>
      {shown === undefined ? (
        <Question
          id={id}
          onAnswer={(revealed) => setShown({ revealed, until: performance.now() + SHOWN_MS })}
        />
      ) : (
        <Clear shown={shown} currency={currency} onEnd={() => setShown(undefined)} />
      )}
    </Permitted>
  )
}

type QuestionProps = { readonly id: string; readonly onAnswer: (revealed: Revealed) => void }

function Question({ id, onAnswer }: QuestionProps) {
  const sending = useSending()
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set())
  return (
    <details>
      <summary>{tb.person.revealOpen}</summary>
      <Form
        sending={sending}
        button={tb.person.reveal}
        onSend={async (values) => {
          const chosen = FIELDS.filter((field) => fields.has(field))
          const body = { fields: chosen, ...reasonIn(values) }
          const path = `/lender/people/${id}/reveal`
          const sandbox = isSandbox.value
          onAnswer(await write<Revealed>({ method: 'POST', path, body, sandbox }))
        }}
      >
        <fieldset class="choice">
          <legend>{tb.person.fields}</legend>
          {FIELDS.map((field) => (
            <label key={field} class="check">
              <input
                type="checkbox"
                checked={fields.has(field)}
                // At least one has to be chosen: the browser requires it.
                required={fields.size === 0}
                onChange={() => setFields(fields.symmetricDifference(new Set([field])))}
              />
              {labelOf(field)}
            </label>
          ))}
        </fieldset>
        <ReasonFields
          codes={['buyer_request', 'store_request', 'dispute', 'fraud', 'legal', 'other']}
        />
      </Form>
    </details>
  )
}

type ClearProps = {
  readonly shown: Shown
  readonly currency: string
  readonly onEnd: () => void
}

function Clear({ shown: { revealed, until }, currency, onEnd }: ClearProps) {
  const [left, setLeft] = useState(SHOWN_MS / 1_000)
  useEffect(() => {
    const timer = setInterval(() => {
      // By the clock: a background tab counts late.
      const seconds = Math.ceil((until - performance.now()) / 1_000)
      if (seconds <= 0) onEnd()
      else setLeft(seconds)
    }, 1_000)
    // A page that the browser caches for "back" contains none of it.
    addEventListener('pagehide', onEnd)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', onEnd)
    }
  }, [until])
  const { income } = revealed
  const clear = FIELDS.filter((field) => field !== 'income' && field in revealed)
  return (
    <div class="clear">
      <Facts
        facts={[
          ...clear.map((field) => [LABELS[field] ?? field, text(revealed[field])] as const),
          ...(income === undefined
            ? []
            : ([['monthly_income', income === null ? NONE : money(income, currency)]] as const)),
        ]}
      />
      <p class="hint">
        {tb.person.shownFor(left)}{' '}
        <button type="button" class="small" onClick={onEnd}>
          {tb.person.hide}
        </button>
      </p>
    </div>
  )
}

function text(value: string | number | null | undefined) {
  return value === null || value === undefined ? NONE : <Words>{String(value)}</Words>
}
