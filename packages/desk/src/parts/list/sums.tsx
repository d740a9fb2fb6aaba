import { t } from '../../texts/texts.ts'
import { count } from '../format.ts'
import { Table } from '../table.tsx'
import { Money } from '../values.tsx'

type Sum = { readonly currency: string; readonly count: number }
type Amounts<S> = { readonly [K in keyof S]-?: S[K] extends number ? K : never }[keyof S] & string

type SumsProps<S extends Sum> = {
  readonly label: string
  /** Null: too many rows; undefined: not loaded. */
  readonly sums: readonly S[] | null | undefined
  /** Its group, in addition to the currency. */
  readonly by: Parameters<typeof Table<S>>[0]['cells']
  /** Words of the texts. */
  readonly amounts: readonly Exclude<Amounts<S>, 'count'>[]
}

/** The totals of all matches, at the time of the page. */
export function Sums<S extends Sum>({ label, sums, by, amounts }: SumsProps<S>) {
  if (sums === null) return <p class="hint">{t.noSums}</p>
  if (sums === undefined || sums.length === 0) return null
  return (
    <Table
      label={label}
      rows={sums}
      keyOf={(_, index) => index}
      cells={[
        ...by,
        { name: 'count', isEnd: true, cell: (sum) => count(sum.count) },
        ...amounts.map((name) => ({
          ...{ name, isEnd: true },
          cell: (sum: S) => <Money amount={Number(sum[name])} currency={sum.currency} />,
        })),
      ]}
    />
  )
}
