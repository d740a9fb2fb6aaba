/** The columns of payouts, for every reader. */
import type { Answered, LenderPayoutItem, PayoutAnswer } from '@svc/api'
import type { Column, Filter } from '../../parts/list/definition.ts'
import { Facts, Moment, Money, NONE, State } from '../../parts/values.tsx'
import { word } from '../../texts/texts.ts'

type Payout = Answered<typeof PayoutAnswer>
type Sums = Pick<Payout, 'amount' | 'carried' | 'currency' | 'due' | 'created'>

export const payoutFilters: readonly Filter[] = [
  { name: 'amount', kind: 'amount' },
  { name: 'created', kind: 'day' },
  { name: 'currency', kind: 'text' },
]

export const createdColumn: Column<Sums> = {
  ...{ name: 'created', ordering: 'created' },
  cell: ({ created }) => <Moment at={created} />,
}

export const payoutColumns: readonly Column<Sums>[] = [
  {
    ...{ name: 'amount', isEnd: true },
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
  },
  {
    ...{ name: 'carried', isEnd: true },
    cell: ({ carried, currency }) => <Money amount={carried} currency={currency} />,
  },
  { name: 'due', cell: ({ due }) => <Moment at={due} /> },
]

type DifferencesProps = {
  readonly payout: Pick<Answered<typeof LenderPayoutItem>, 'differences'>
}

/** The reasons to check it before it is released. */
export const Differences = ({ payout: { differences } }: DifferencesProps) =>
  differences.length === 0 ? (
    NONE
  ) : (
    <ul class="plain">
      {differences.map((each) => (
        <li key={each} class="state warn">
          {word(each)}
        </li>
      ))}
    </ul>
  )

type FactsProps = {
  readonly payout: Sums & Pick<Payout, 'previous'> & { readonly status: string }
  readonly before?: Parameters<typeof Facts>[0]['facts']
  readonly after?: Parameters<typeof Facts>[0]['facts']
}

export function PayoutFacts({ payout, before = [], after = [] }: FactsProps) {
  const { status, amount, carried, currency, created, due, previous } = payout
  return (
    <Facts
      facts={[
        ...before,
        ['status', <State key="status" name={status} of="payout" />],
        ['amount', <Money key="amount" amount={amount} currency={currency} />],
        ['carried', <Money key="carried" amount={carried} currency={currency} />],
        ['due', <Moment key="due" at={due} />],
        ['previous', <Moment key="previous" at={previous} />],
        ['created', <Moment key="created" at={created} />],
        ...after,
      ]}
    />
  )
}
