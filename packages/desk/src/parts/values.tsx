/** Values as shown on every screen. */
import { type ComponentChildren, Fragment } from 'preact'
import { href } from '../shell/place.ts'
import { word, wordOf } from '../texts/texts.ts'
import { day, dayAndTime, exact, money } from './format.ts'

export const NONE = <span class="soft none">–</span>

export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span class="amount">{money(amount, currency)}</span>
}

/** In the reader's zone, which is in the title. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return NONE
  return (
    <time dateTime={at} title={exact(at)}>
      {dayAndTime(at)}
    </time>
  )
}

export function Day({ on }: { on: string | null }) {
  return on === null ? NONE : <time dateTime={on}>{day(on)}</time>
}

const GOOD = new Set([
  'ok',
  'accepted',
  'complete',
  'paid',
  'paid_off',
  'done',
  'current',
  'running',
  'active',
  'executed',
  'delivered',
  'enabled',
])
const BAD = new Set([
  'ko',
  'refused',
  'in_arrears',
  'late',
  'written_off',
  'failed',
  '90+',
  '61-90',
  'failing',
])
const WARN = new Set([
  'pending',
  'checked',
  'due',
  '1-30',
  '31-60',
  'waiting',
  'suspended',
  'disabled',
])

type StateProps = { readonly name: string | null; readonly of?: string }

/** A state in a word; colour repeats it, never alone. */
export function State({ name, of = '' }: StateProps) {
  if (name === null) return NONE
  const tone = GOOD.has(name) ? 'good' : BAD.has(name) ? 'bad' : WARN.has(name) ? 'warn' : ''
  return <span class={`state ${tone}`}>{wordOf(of, name)}</span>
}

/** Broken where it has to be, but after such signs first. */
const brokenAfter = (text: string, sign: RegExp) =>
  text.split(sign).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/** Text by others: isolated, so that its direction does not affect its surroundings. */
export const Words = ({ children }: { children: string }) => (
  <bdi>{brokenAfter(children, /(?<=@|[^:/]\/)/)}</bdi>
)

/** A name or a route of the API, which is broken between its parts only. */
export const Code = ({ name }: { name: string }) => (
  <code>{brokenAfter(name, /(?<=[._]|\w\/)/)}</code>
)

type StoreLinkProps = { readonly store: { readonly id: string; readonly name: string } }

export const StoreLink = ({ store: { id, name } }: StoreLinkProps) => (
  <a href={href(`/stores/${id}`)}>
    <Words>{name}</Words>
  </a>
)

type Fact = readonly [name: string, value: ComponentChildren]

/** Names and values, without the empty ones. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{word(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
