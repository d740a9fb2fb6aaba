import type { Answered, LoanInstalmentAnswer } from '@svc/api'
import { tb } from '../../texts/book.ts'
import { word } from '../../texts/texts.ts'
import { Table } from '../table.tsx'
import { Day, Money, State } from '../values.tsx'

type Instalment = Answered<typeof LoanInstalmentAnswer>

type PlanProps = { readonly instalments: readonly Instalment[]; readonly currency: string }

/** The present plan: the amount of each instalment, and its open part. */
export function Plan({ instalments, currency }: PlanProps) {
  const amount = (name: keyof Instalment & string, value: (row: Instalment) => number) => ({
    name,
    isEnd: true,
    cell: (row: Instalment) => <Money amount={value(row)} currency={currency} />,
  })
  const isLate = instalments.some((row) => row.late_charge > 0)
  return (
    <Table
      label={tb.order.plan}
      rows={instalments}
      keyOf={({ number, kind }, index) => `${kind} ${number} ${index}`}
      cells={[
        { name: 'number', cell: ({ number, kind }) => `${number} · ${word(kind)}` },
        { name: 'due_date', cell: ({ due_date: on }) => <Day on={on} /> },
        { name: 'status', cell: ({ status }) => <State name={status} /> },
        amount('amount', (row) => row.amount),
        ...(isLate ? [amount('late_charge', (row) => row.late_charge)] : []),
        amount('settled_amount', (row) => row.settled_amount),
        amount('open_amount', (row) => row.open_amount),
      ]}
    />
  )
}
