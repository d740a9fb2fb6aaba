import type { Answered as AnswerOf, LenderLoanItem } from '@svc/api'
import { useEffect, useRef, useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { Choice } from '../../parts/choice.tsx'
import { Area, Field, Form, useSending } from '../../parts/form.tsx'
import { parseAmount } from '../../parts/list/amounts.ts'
import { skipNote } from '../../parts/loan/skips.ts'
import { isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { t } from '../../texts/texts.ts'

type FormProps = {
  readonly loan: AnswerOf<typeof LenderLoanItem>
  /** After it is saved. */
  readonly onDone: () => void
}

/** Once in spite of a lost answer: the key is made with the form. */
function useSaving({ loan: { id }, onDone }: FormProps) {
  const sending = useSending()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const save = async (what: 'promises' | 'notes', body: object) => {
    const path = `/lender/loans/${id}/${what}`
    await write({ method: 'POST', path, body, sandbox: isSandbox.value, idempotencyKey })
    onDone()
  }
  return { sending, save }
}

/** As one types it: all of what is overdue. */
const typed = (amount: number): string =>
  new Intl.NumberFormat(t.locale, { minimumFractionDigits: 2 }).format(amount / 100)

export function PromiseForm(props: FormProps) {
  const { sending, save } = useSaving(props)
  const [fault, setFault] = useState('')
  return (
    <Form
      sending={sending}
      button={tb.collections.savePromise}
      onSend={async ({ amount: given = '', on, note = '' }) => {
        const amount = parseAmount(given)
        setFault(amount === undefined ? tb.list.wrongAmount : '')
        if (amount === undefined) return
        await save('promises', { amount, on, ...(note.trim() === '' ? {} : { note }) })
      }}
    >
      <Field
        label={tb.collections.amount}
        faults={fault === '' ? [] : [fault]}
        input={{
          ...{ name: 'amount', type: 'text', inputMode: 'decimal', autocomplete: 'off' },
          ...{ required: true, defaultValue: typed(props.loan.overdue_amount) },
        }}
      />
      <Field label={tb.collections.on} input={{ name: 'on', type: 'date', required: true }} />
      <Area label={tb.collections.words} area={{ name: 'note', rows: 2, maxLength: 2_000 }} />
    </Form>
  )
}

export function NoteForm(props: FormProps) {
  const { sending, save } = useSaving(props)
  return (
    <Form
      sending={sending}
      button={tb.collections.saveNote}
      onSend={({ note }) => save('notes', { note })}
    >
      <Area
        label={tb.collections.words}
        area={{ name: 'note', required: true, maxLength: 2_000 }}
      />
    </Form>
  )
}

/** A reason without a code: it needs a text. */
const OTHER = 'other'

/** Why the case is skipped: a note like the others. */
export function SkipForm(props: FormProps) {
  const { sending, save } = useSaving(props)
  const [isMissing, setMissing] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('select')?.focus(), [])
  const { skip, reasons, other, words, wordsMissing } = tb.collections
  return (
    <div ref={place}>
      <Form
        sending={sending}
        button={skip}
        onSend={async ({ reason = '', more = '' }) => {
          const said = more.trim()
          const isMute = reason === OTHER && said === ''
          setMissing(isMute)
          if (!isMute) await save('notes', { note: skipNote(reason, said) })
        }}
      >
        <Choice
          label={tb.reason.code}
          name="reason"
          options={[...Object.entries(reasons), [OTHER, other]]}
        />
        <Area label={words} area={{ name: 'more', rows: 2, maxLength: 1_900 }} />
        {isMissing && (
          <p class="fault" role="alert">
            {wordsMissing}
          </p>
        )}
      </Form>
    </div>
  )
}
