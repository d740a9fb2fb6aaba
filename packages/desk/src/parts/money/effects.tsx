/** The effects of a write according to the API, next to the present state. */
import type { Answered as AnswerOf, EffectsAnswer, LenderLoanAnswer } from '@svc/api'
import { ta } from '../../texts/acts.ts'
import { word } from '../../texts/texts.ts'
import { rate } from '../format.ts'
import { Table } from '../table.tsx'
import { Day, Money, NONE, State } from '../values.tsx'
import { type Change, changesIn } from './changes.ts'

type OfOrder = AnswerOf<typeof EffectsAnswer>
type Statement = AnswerOf<typeof LenderLoanAnswer>['loan']
/** With its rate if it is known: an order has it without. */
type Loan = NonNullable<OfOrder['loan']> & Partial<Pick<Statement, 'annual_equivalent'>>
/** The effects that a store's own staff see of their order. */
type Amounts = Pick<OfOrder['amounts'], (typeof AMOUNTS)[number]>

/** For an order; for others there are the changed fields. */
export const isOfOrder = (effects: unknown): effects is OfOrder =>
  typeof effects === 'object' && effects !== null && 'amounts' in effects

type EffectsProps = {
  readonly effects: unknown
  readonly currency: string
  /** The present loan; undefined: none, or unknown. */
  readonly before?: Loan | undefined
  /** The present order, if its amounts are shown. */
  readonly order?: Amounts | undefined
}

export function Effects({ effects, currency, before, order }: EffectsProps) {
  if (!isOfOrder(effects)) return <Changes changes={changesIn(effects)} />
  return (
    <div class="effects">
      <Figures effects={effects} currency={currency} before={before} order={order} />
      <Rows effects={effects} currency={currency} before={before} />
      <Entries effects={effects} currency={currency} />
    </div>
  )
}

const FIGURES = [
  ...(['owed_amount', 'overdue_amount', 'paid_amount', 'charged_back_amount'] as const),
  ...(['credit_amount', 'returned_amount', 'written_off_amount'] as const),
] as const

const AMOUNTS = [
  ...(['total_amount', 'captured_amount', 'voided_amount', 'refunded_amount'] as const),
  ...(['remaining_capture_amount', 'remaining_refund_amount'] as const),
] as const

/** The resulting amounts of its order and its loan. */
export const figuresIn = ({
  loan,
  amounts,
}: OfOrder): (readonly [name: string, amount: number])[] => [
  ...AMOUNTS.map((name) => [name, amounts[name]] as const),
  ...(loan === null ? [] : FIGURES.map((name) => [name, loan[name]] as const)),
]

type OrderProps = EffectsProps & { readonly effects: OfOrder }
type Figure = { readonly name: string; readonly old: number | null; readonly next: number | null }

function Figures({ effects, currency, before, order }: OrderProps) {
  const { loan, annual_equivalent: apr, amounts, settlement_lines: lines } = effects
  const ofOrder = AMOUNTS.map((name) => ({ name, old: order?.[name] ?? 0, next: amounts[name] }))
  const ofLoan: Figure[] = FIGURES.map((name) => ({
    ...{ name, old: before?.[name] ?? 0, next: loan?.[name] ?? null },
  }))
  const hasBefore = before !== undefined || order !== undefined
  const rows = [...(order ? ofOrder : []), ...ofLoan].filter(({ name, old, next }) => {
    const isMain = !hasBefore && name === 'owed_amount'
    return isMain || (old !== next && (next !== null || old !== 0))
  })
  const rateBefore = before?.annual_equivalent
  const isDearer = rateBefore !== undefined && rateBefore !== apr
  if (order && lines.length > 0) {
    rows.push({ name: 'store_net', old: null, next: lines.reduce((all, { net }) => all + net, 0) })
  }
  const shown = (name: string, value: number | null) => {
    if (value === null) return NONE
    if (name === 'annual_equivalent') return rate(value)
    return <Money amount={value} currency={currency} />
  }
  const beforeCell = {
    ...{ name: 'before', isEnd: true },
    cell: ({ name, old }: Figure) => <del>{shown(name, old)}</del>,
  }
  if (isDearer) rows.push({ name: 'annual_equivalent', old: rateBefore, next: apr })
  return (
    <Table
      isNarrow
      label={ta.acts.effects}
      rows={rows}
      keyOf={({ name }) => name}
      cells={[
        { name: 'field', cell: ({ name }) => word(name) },
        ...(hasBefore ? [beforeCell] : []),
        { name: 'after', isEnd: true, cell: ({ name, next }) => <ins>{shown(name, next)}</ins> },
      ]}
    />
  )
}

type Instalment = NonNullable<OfOrder['loan']>['instalments'][number]
type Row = { readonly old: Instalment | undefined; readonly next: Instalment }

const isOther = ({ old, next }: Row): boolean =>
  old === undefined ||
  old.open_amount !== next.open_amount ||
  old.status !== next.status ||
  old.due_date !== next.due_date

/** The changed instalments. */
function Rows({ effects: { loan }, currency, before }: OrderProps) {
  if (before === undefined || loan === null) return null
  const keyOf = ({ number, kind, due_date: on }: Instalment) => `${kind} ${number} ${on}`
  const known = new Map(before.instalments.map((each) => [keyOf(each), each]))
  const rows = loan.instalments
    .map((next): Row => ({ old: known.get(keyOf(next)), next }))
    .filter(isOther)
  if (rows.length === 0) return null
  return (
    <>
      <h3>{ta.acts.plan}</h3>
      <Table
        isNarrow
        label={ta.acts.plan}
        rows={rows}
        keyOf={({ next }) => keyOf(next)}
        cells={[
          { name: 'due_date', cell: ({ next }) => <Day on={next.due_date} /> },
          {
            ...{ name: 'before', isEnd: true },
            cell: ({ old }) =>
              old === undefined ? (
                NONE
              ) : (
                <del>
                  <Money amount={old.open_amount} currency={currency} />
                </del>
              ),
          },
          {
            ...{ name: 'after', isEnd: true },
            cell: ({ next }) => (
              <ins>
                <Money amount={next.open_amount} currency={currency} /> <State name={next.status} />
              </ins>
            ),
          },
        ]}
      />
    </>
  )
}

function Entries({ effects, currency }: OrderProps) {
  const { entries, settlement_lines: lines, credit_to_customer: credit } = effects
  return (
    <>
      {credit > 0 && (
        <p class="note">
          {ta.acts.credit}: <Money amount={credit} currency={currency} />
        </p>
      )}
      <details>
        <summary>{ta.acts.entries(entries.length)}</summary>
        <ul class="postings">
          {entries.flatMap(({ kind, postings }, entry) =>
            postings.map(({ debit, credit: from, amount }, index) => (
              <li key={`${entry} ${index}`}>
                <span>
                  <small class="soft">{word(kind)}</small> {word(debit)} ← {word(from)}
                </span>
                <Money amount={amount} currency={currency} />
              </li>
            )),
          )}
          {lines.map(({ type, net }, index) => (
            <li key={`line ${index}`}>
              <span>
                <small class="soft">{word('store')}</small> {word(type)}
              </span>
              <Money amount={net} currency={currency} />
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

type ChangesProps = { readonly changes: readonly Change[]; readonly label?: string }

/** A changed value: the old one struck, the new one next to it. */
export function Changes({ changes, label = ta.acts.effects }: ChangesProps) {
  if (changes.length === 0) return <p class="hint">{ta.acts.noChanges}</p>
  return (
    <Table
      isNarrow
      label={label}
      rows={changes}
      keyOf={({ name }, index) => `${name} ${index}`}
      cells={[
        { name: 'field', cell: ({ name }) => word(name) },
        { name: 'before', isEnd: true, cell: ({ old }) => <del>{old}</del> },
        { name: 'after', isEnd: true, cell: ({ next }) => <ins>{next}</ins> },
      ]}
    />
  )
}
