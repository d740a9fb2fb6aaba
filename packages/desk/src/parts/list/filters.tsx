import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Fields } from '../../client/api.ts'
import { go } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { word } from '../../texts/texts.ts'
import { Choice } from '../choice.tsx'
import { Field } from '../form.tsx'
import { day, money } from '../format.ts'
import { parseAmount } from './amounts.ts'
import {
  changed,
  type Filter,
  filtersIn,
  type Lookup,
  lookupsOf,
  parameterOf,
  readParameter,
  without,
} from './definition.ts'
import { listHref } from './list-href.ts'

type FiltersProps = {
  readonly filters: readonly Filter[]
  readonly query: string
  /** What the API says of parameters. */
  readonly faults: Fields
  /** Beside the form that adds one. */
  readonly children?: ComponentChildren
}

export function Filters({ filters, query, faults, children }: FiltersProps) {
  const applied = filtersIn(query).filter(([name]) => name !== 'q')
  return (
    <div class="filters">
      <ul class="chips" aria-label={tb.list.filters}>
        {applied.map(([name, value]) => (
          <Chip
            key={`${name}=${value}`}
            text={sentenceOf(filters, name, value)}
            href={listHref(without(query, name, value))}
            faults={faults[name] ?? []}
          />
        ))}
      </ul>
      {filters.length > 0 && <AddFilter key={query} filters={filters} query={query} />}
      {children}
    </div>
  )
}

type ChipProps = {
  readonly text: string
  readonly href: string
  readonly faults: readonly string[]
}

function Chip({ text, href, faults }: ChipProps) {
  return (
    <li class={faults.length > 0 ? 'chip wrong' : 'chip'}>
      <bdi>{text}</bdi>
      <a href={href} aria-label={tb.list.remove(text)}>
        ×
      </a>
      {faults.length > 0 && <span class="fault">{faults.join('; ')}</span>}
    </li>
  )
}

/** A parameter in words; an unknown one is shown unchanged. */
function sentenceOf(filters: readonly Filter[], name: string, value: string): string {
  const known = readParameter(filters, name)
  if (known === undefined) return `${name} = ${value}`
  const { filter, lookup } = known
  return `${word(filter.name)} ${tb.lookups[lookup]} ${shownValue(filter, value)}`
}

function shownValue({ kind }: Filter, value: string): string {
  if (kind === 'choice') return value.split(',').map(word).join(', ')
  if (kind === 'amount' && /^-?\d{1,15}$/.test(value)) {
    return money(Number(value), 'EUR').replace(/\s*€\s*/, '')
  }
  return kind === 'day' && /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
}

function inputOf({ kind }: Filter) {
  const shared = { name: 'value', required: true, autocomplete: 'off' } as const
  if (kind === 'day') return { ...shared, type: 'date' } as const
  const isNumber = kind === 'amount' || kind === 'number'
  return { ...shared, type: 'text', inputMode: isNumber ? 'decimal' : 'text' } as const
}

function AddFilter({ filters, query }: Pick<FiltersProps, 'filters' | 'query'>) {
  const details = useRef<HTMLDetailsElement>(null)
  const [name, setName] = useState(filters[0]?.name ?? '')
  const [fault, setFault] = useState('')
  const filter = filters.find((each) => each.name === name)
  if (filter === undefined) return null
  const add = (values: FormData) => {
    const lookups = lookupsOf(filter)
    const lookup: Lookup = lookups.find((each) => each === values.get('lookup')) ?? 'exact'
    const typed = String(values.get('value') ?? '').trim()
    const value = filter.kind === 'amount' ? parseAmount(typed) : typed
    if (value === undefined) return setFault(tb.list.wrongAmount)
    if (value === '') return
    go(listHref(changed(query, { [parameterOf(filter, lookup)]: String(value) })))
  }
  return (
    <details class="popover" ref={details}>
      <summary>{tb.list.addFilter}</summary>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          add(new FormData(event.currentTarget))
        }}
      >
        <Choice
          label={tb.list.property}
          name="property"
          options={filters.map((each) => [each.name, word(each.name)])}
          onChange={(chosen) => {
            setName(chosen)
            setFault('')
          }}
        />
        <Choice
          label={tb.list.lookup}
          name="lookup"
          options={lookupsOf(filter).map((each) => [each, tb.lookups[each]])}
        />
        {filter.kind === 'choice' ? (
          <Choice
            label={tb.list.value}
            name="value"
            options={(filter.choices ?? []).map((each) => [each, word(each)])}
          />
        ) : (
          <Field
            key={name}
            label={tb.list.value}
            faults={fault === '' ? [] : [fault]}
            input={inputOf(filter)}
          />
        )}
        <button type="submit" class="strong">
          {tb.list.add}
        </button>
      </form>
    </details>
  )
}
