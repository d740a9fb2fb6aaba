/** A campaign in the form, and in the API. */
import type { Answered, CampaignAnswer } from '@svc/api'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { faultsOf, unreadable } from '../../parts/faults.ts'
import { Field, Form, useSending } from '../../parts/form.tsx'
import { amountText, dayAndTime } from '../../parts/format.ts'
import { parseAmount } from '../../parts/list/amounts.ts'
import { isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { to } from '../../texts/own.ts'
import { word } from '../../texts/texts.ts'

export type Campaign = Answered<typeof CampaignAnswer>
type Values = Readonly<Record<string, string>>

/** A percentage is typed like an amount: two decimals at most. */
const NUMBERS = ['interest', 'min_order_amount', 'max_order_amount'] as const

/** Throws a `Failure` that names unreadable fields. Empty fields are absent. */
function bodyOf(values: Values): object {
  const { name, start_date: start = '', end_date: end = '', num_instalments: counts = '' } = values
  const typed = NUMBERS.map((each) => ({ each, text: (values[each] ?? '').trim() }))
  const read = typed.map(
    ({ each, text }) => [each, text === '' ? null : parseAmount(text)] as const,
  )
  const wrong = read.filter(([, value]) => value === undefined)
  if (wrong.length > 0) {
    throw unreadable(Object.fromEntries(wrong.map(([each]) => [each, [tb.list.wrongAmount]])))
  }
  return {
    ...{ name, start_date: wholeMoment(start), end_date: end === '' ? null : wholeMoment(end) },
    ...{ partial: 'partial' in values, num_instalments: numbersIn(counts) },
    ...Object.fromEntries(read),
  }
}

/** Browsers omit zero seconds. */
const wholeMoment = (text: string): string => (/T\d\d:\d\d$/.test(text) ? `${text}:00` : text)

export const numbersIn = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)

type CampaignFormProps = {
  /** Absent: it creates a new one. */
  readonly campaign?: Campaign
  readonly path: string
  readonly onDone?: (campaign: Campaign) => void
}

export function CampaignForm({ campaign, path, onDone }: CampaignFormProps) {
  const sending = useSending()
  // A request repeated because its answer was lost is the same campaign.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const isNew = campaign === undefined
  const send = async (values: Values) => {
    const method = isNew ? 'POST' : 'PATCH'
    const sent = { method, path, sandbox: isSandbox.value, body: bodyOf(values) } as const
    const made = await write<Campaign | null>({ ...sent, idempotencyKey: key })
    setKey(crypto.randomUUID())
    if (made !== null) onDone?.(made)
  }
  const field = (name: keyof Campaign, hint: string | undefined, input: Input) => (
    <Field
      label={name === 'interest' ? to.campaigns.interest : word(name)}
      {...(hint === undefined ? {} : { hint })}
      faults={faultsOf(sending.failure, name)}
      input={{ ...{ name, autoComplete: 'off', defaultValue: textOf(campaign, name) }, ...input }}
    />
  )
  const date: Input = isNew ? { type: 'date' } : { type: 'datetime-local', step: 1 }
  return (
    <Form key={key} sending={sending} button={isNew ? to.campaigns.make : to.save} onSend={send}>
      <div class="pair roomy">
        {field('name', undefined, { required: true, maxLength: 200 })}
        {field('interest', to.campaigns.interestMore, { required: true, inputMode: 'decimal' })}
        {field('start_date', undefined, { ...date, required: true })}
        {field('end_date', to.campaigns.endMore, date)}
        {field('min_order_amount', undefined, { inputMode: 'decimal' })}
        {field('max_order_amount', undefined, { inputMode: 'decimal' })}
        {field('num_instalments', to.campaigns.countsMore, {})}
      </div>
      <label class="check">
        <input type="checkbox" name="partial" defaultChecked={campaign?.partial === true} />
        {to.campaigns.partialMore}
      </label>
    </Form>
  )
}

type Input = JSX.IntrinsicElements['input']

/** Its present values, as one would type them. */
function textOf(campaign: Campaign | undefined, name: keyof Campaign): string {
  const value = campaign?.[name] ?? ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'number' ? amountText(value) : String(value)
}

/** A time of the store's clock, without a zone. */
export const Wall = ({ at }: { at: string | null }) =>
  at === null ? <span>{to.campaigns.noEnd}</span> : <time dateTime={at}>{dayAndTime(at)}</time>
