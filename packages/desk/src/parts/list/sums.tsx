import { t } from '../../texts/texts.ts'
import { count } from '../format.ts'
import { Table } from '../table.tsx'
import { Money } from '../values.tsx'

type Sum = { readonly currency: string; readonly count: number }
type Amounts<S> = { readonly [K in keyof S]-?: S[K] extends number ? K : never }[keyof S] & string

type SumsProps<S extends Sum> = {
  readonly label: string
  /** Null: they are too many; undefined: they are not there yet. */
  readonly sums: readonly S[] | null | undefined
  /** What each is of, beside its currency. */
  readonly by: Parameters<typeof Table<S>>[0]['cells']
  /** Words of the texts. */
  readonly amounts: readonly Exclude<Amounts<S>, 'count'>[]
}

/** All that the filters leave; of the same moment as the page. */
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
