import type { Answered, LenderLoanPage } from '@svc/api'
import { count } from '../../parts/format.ts'
import { Money, State } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'

type Sums = NonNullable<Answered<typeof LenderLoanPage>['summary']>

type BucketsProps = {
  readonly sums: Sums
  readonly hrefOf: (bucket: string) => string
}

/** All that the filters leave, by how far it is behind; of the same moment as the page. */
export function Buckets({ sums, hrefOf }: BucketsProps) {
  const owed = sums.flatMap((sum) => (sum.bucket === null ? [] : [{ ...sum, bucket: sum.bucket }]))
  if (owed.length === 0) return null
  return (
    <table class="grid sums" aria-label={t.home.buckets}>
      <thead>
        <tr>
          <th scope="col">{word('bucket')}</th>
          <th scope="col" class="end">
            {word('count')}
          </th>
          <th scope="col" class="end">
            {word('receivable')}
          </th>
          <th scope="col" class="end">
            {word('overdue_amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {owed.map(({ bucket, currency, count: loans, receivable, overdue_amount: overdue }) => (
          <tr key={`${bucket} ${currency}`}>
            <td data-label={word('bucket')}>
              <a href={hrefOf(bucket)}>
                <State name={bucket} />
              </a>
            </td>
            <td class="end" data-label={word('count')}>
              {count(loans)}
            </td>
            <td class="end" data-label={word('receivable')}>
              <Money amount={receivable} currency={currency} />
            </td>
            <td class="end" data-label={word('overdue_amount')}>
              <Money amount={overdue} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
