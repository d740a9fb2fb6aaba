import { useRef } from 'preact/hooks'
import { isMasked } from '../flow/masked.ts'
import { type Answers, sample, useAnswers } from './answers.ts'
import type { FieldName, Typed } from './buyer-checks.ts'
import { Expiry } from './frame-parts.tsx'
import { BackIcon } from './icons.tsx'
import { Button, Field, NoticeOf, Title, Way } from './parts.tsx'
import { People } from './people.tsx'
import { useWriting, type ViewProps } from './view.ts'

/** The attributes of each field, for a phone's keyboard and the browser's autofill. */
const FIELDS = [
  { name: 'first_name', autocomplete: 'given-name', maxLength: 200 },
  { name: 'last_name', autocomplete: 'family-name', maxLength: 200 },
  { name: 'phone', autocomplete: 'tel', inputMode: 'tel', maxLength: 30 },
  { name: 'birthday', autocomplete: 'bday', inputMode: 'numeric', maxLength: 14 },
  { name: 'document_id', autocomplete: 'off', autocapitalize: 'characters', maxLength: 20 },
  { name: 'email', autocomplete: 'email', inputMode: 'email', maxLength: 254 },
  { name: 'income', autocomplete: 'off', inputMode: 'decimal', maxLength: 14 },
] as const

export function Data(props: ViewProps) {
  const { state, actions } = props
  const { texts } = useWriting()
  const { progress, busy } = state
  const form = useRef<HTMLFormElement>(null)
  const answers = useAnswers(props)
  const fields = FIELDS.filter(({ name }) => name !== 'income' || progress?.income_required)
  const send = (typed: Typed) => {
    if (busy) return
    const faulty = answers.send(typed)
    const first = fields.find(({ name }) => faulty.includes(name))
    const field = first && form.current?.elements.namedItem(first.name)
    if (field instanceof HTMLElement) field.focus()
  }
  const faults = fields.filter(({ name }) => answers.faultOf(name) !== undefined).length
  return (
    <form
      ref={form}
      class="step"
      data-step="data"
      aria-labelledby="title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send(answers.typed)
      }}
    >
      <Title>{texts.data.title}</Title>
      <p class="lead">{texts.data.lead}</p>
      <People
        people={progress?.people ?? []}
        choose={({ document_id }) => send(sample(answers.typed, document_id))}
      />
      <NoticeOf notice={state.notice} />
      <p role="status" class="unseen">
        {faults > 0 && texts.faults.summary(faults)}
      </p>
      <div class="fields">
        {fields.map((field) => (
          <Question key={field.name} {...field} answers={answers} />
        ))}
      </div>
      <Expiry state={state} />
      <Way>
        <Button action="back" kind="quiet" busy={busy} press={actions.back}>
          <BackIcon />
          <span class="back">{texts.back}</span>
        </Button>
        <Button action="save" busy={busy}>
          {texts.data.next}
        </Button>
      </Way>
    </form>
  )
}

type QuestionProps = (typeof FIELDS)[number] & { readonly answers: Answers }

function Question({ answers, ...field }: QuestionProps) {
  const { texts } = useWriting()
  const hints: Partial<Record<FieldName, string>> = {
    birthday: texts.data.birthdayHint,
    document_id: texts.data.documentHint,
    income: texts.data.incomeHint,
  }
  const { name } = field
  return (
    <Field
      {...field}
      label={texts.data[name]}
      hint={isMasked(answers.typed[name] ?? '') ? texts.data.masked : hints[name]}
      fault={answers.faultOf(name)}
      value={answers.typed[name] ?? ''}
      change={(value) => answers.change(name, value)}
    />
  )
}
