/**
 * Overdue loans, the largest amounts first: one case at a time, and the next opens automatically.
 */
import { signal } from '@preact/signals'
import type { ActionPage, Answered as AnswerOf, LenderLoanItem } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { now } from '../../client/clock.ts'
import { type Seen, useQueue } from '../../client/queue.ts'
import { me } from '../../client/session.ts'
import { count } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { Answered, FirstFailure } from '../../parts/states.tsx'
import { apiQuery, href } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { t, word } from '../../texts/texts.ts'
import { Case } from './case.tsx'

type Loan = AnswerOf<typeof LenderLoanItem>

const BUCKETS = ['1-30', '31-60', '61-90', '90+'] as const
const seen = signal<readonly Seen[]>([])
/** The loans with an entry made here: returning to one continues silently. */
const written = new Set<string>()

/**
 * The filters of loans, some of which the URL contains; loans without overdue amounts are left out.
 */
function queryOf(address: string): URLSearchParams {
  const query = new URLSearchParams(address)
  query.delete('page')
  if (!query.has('bucket')) query.set('bucket', BUCKETS[0])
  query.set('ordering', '-overdue_amount')
  query.set('page_size', '20')
  return query
}

export function Screen() {
  const query = queryOf(apiQuery.value)
  const { known, current, isDone, pass, back, restart } = useQueue<Loan>(
    `/lender/loans?${query}`,
    seen,
  )
  return (
    <Page title={t.screens.collections}>
      <div class="list">
        <ul class="tabs">
          {BUCKETS.map((bucket) => (
            <li key={bucket}>
              <a
                href={href('/collections', new URLSearchParams({ bucket }).toString())}
                aria-current={bucket === query.get('bucket') ? 'true' : undefined}
              >
                {word(bucket)}
              </a>
            </li>
          ))}
        </ul>
        <Answered known={known} lines={8}>
          {({ paging }) => (
            <>
              <Head cases={paging.count} back={back} />
              {current !== undefined && (
                <Case
                  key={current.id}
                  loan={current}
                  onDone={() => {
                    written.add(current.id)
                    pass(current.id)
                  }}
                  onPass={written.has(current.id) ? () => pass(current.id) : undefined}
                />
              )}
              {isDone && (
                <section class="empty">
                  <h2>{tb.collections.done}</h2>
                  {back !== undefined && (
                    <button type="button" onClick={restart}>
                      {tb.collections.again}
                    </button>
                  )}
                </section>
              )}
            </>
          )}
        </Answered>
      </div>
    </Page>
  )
}

type HeadProps = {
  readonly cases: number
  /** Undefined: there is no case before. */
  readonly back: (() => void) | undefined
}

/** With the user's entries since midnight, where they are. */
function Head({ cases, back }: HeadProps) {
  const midnight = new Date(now())
  midnight.setHours(0, 0, 0, 0)
  const query = new URLSearchParams({
    ...{ 'action-in': 'loan.note,loan.promise', 'principal-id': me.value?.id ?? '' },
    ...{ 'at-gte': midnight.toISOString(), page_size: '1' },
  })
  const known = useAnswer<AnswerOf<typeof ActionPage>>(`/lender/actions?${query}`)
  const own = known.data?.paging.count
  return (
    <>
      <div class="list-head" role="status">
        <strong>{tb.collections.cases(cases, count(cases))}</strong>
        {own !== undefined && <span class="hint">{tb.collections.ownDay(own, count(own))}</span>}
        {back !== undefined && (
          <button type="button" class="small" data-previous onClick={back}>
            {tb.collections.previous}
          </button>
        )}
      </div>
      <FirstFailure of={[known]} title={tb.collections.ownDayMissing} />
    </>
  )
}
