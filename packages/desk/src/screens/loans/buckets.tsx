import type { Answered, LenderLoanPage } from '@svc/api'
import { Sums } from '../../parts/list/sums.tsx'
import { State } from '../../parts/values.tsx'
import { t } from '../../texts/texts.ts'

type BucketsProps = {
  readonly sums: NonNullable<Answered<typeof LenderLoanPage>['summary']>
  readonly hrefOf: (bucket: string) => string
}

/** By days late: those that are not late come first. */
const rank = ({ bucket }: { readonly bucket: string }): number => (bucket === 'current' ? 0 : 1)

/** The matching loans by bucket. */
export function Buckets({ sums, hrefOf }: BucketsProps) {
  const owed = sums.flatMap((sum) => (sum.bucket === null ? [] : [{ ...sum, bucket: sum.bucket }]))
  const inOrder = owed.toSorted((one, other) => rank(one) - rank(other))
  const link = ({ bucket }: (typeof owed)[number]) => (
    <a href={hrefOf(bucket)}>
      <State name={bucket} />
    </a>
  )
  return (
    <Sums
      label={t.home.buckets}
      sums={inOrder}
      by={[{ name: 'bucket', cell: link }]}
      amounts={['receivable', 'overdue_amount']}
    />
  )
}
