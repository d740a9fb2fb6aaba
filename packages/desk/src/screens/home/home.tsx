/** What waits, and a few figures; each is a list, and fails for itself. */
import type {
  Answered as AnswerOf,
  LenderLoanPage,
  TodayAnswer,
  TrialBalanceAnswer,
} from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { now } from '../../client/clock.ts'
import { useAwaitsPowers, usePowers } from '../../client/powers.ts'
import { Figure } from '../../parts/figure.tsx'
import { ago, count } from '../../parts/format.ts'
import { Block, Page } from '../../parts/page.tsx'
import { Answered, FirstFailure, Late, Skeleton } from '../../parts/states.tsx'
import { Money } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { toRelease } from '../../shell/screen.ts'
import { t } from '../../texts/texts.ts'
import { Buckets } from '../loans/buckets.tsx'

type Loans = AnswerOf<typeof LenderLoanPage>
type Sums = NonNullable<Loans['summary']>
type Today = AnswerOf<typeof TodayAnswer>
type Counted = { readonly paging: { readonly count: number } }

export function Screen() {
  const today = useAnswer<Today>('/lender/me/today')
  const loans = useAnswer<Loans>('/lender/loans?page_size=1&summary=true')
  return (
    <Page title={t.screens.home}>
      <div class="columns level">
        <Block title={t.home.waiting}>
          <Answered known={today} lines={5}>
            {(waiting) => <Work today={waiting} />}
          </Answered>
        </Block>
        <Block title={t.screens.figures}>
          <Counts />
        </Block>
        <Block title={t.home.buckets}>
          <Answered known={loans} lines={5}>
            {({ summary = [] }) => (
              <>
                <ul class="figures">
                  <Amounts sums={summary} name={t.home.owed} of={(sum) => sum.receivable} />
                  <Amounts
                    sums={summary}
                    name={t.home.overdueAmount}
                    of={(sum) => sum.overdue_amount}
                  />
                </ul>
                <Buckets
                  sums={summary}
                  hrefOf={(bucket) => href('/loans', new URLSearchParams({ bucket }).toString())}
                />
              </>
            )}
          </Answered>
        </Block>
        <Late
          load={async () => (await import('../figures.ts')).Glance}
          with={{}}
          meanwhile={<Skeleton lines={8} />}
        />
        {today.data?.news && (
          <Late load={async () => (await import('../figures.ts')).News} with={today.data.news} />
        )}
      </div>
    </Page>
  )
}

/** What the person may read according to the API; nothing else is requested. */
const useMay = (permission: string): boolean => usePowers()(permission)?.own ?? false

/**
 * How many rows lists have, and whether the book balances: as far as one's roles allow. What cannot
 * be read is said once.
 */
function Counts() {
  const lists = [
    ['/orders', 'status=processing', t.home.toCapture, useMay('loans:read')],
    ['/loans', 'state=in_arrears', t.home.overdue, useMay('loans:read')],
    ['/orders', '', t.home.orders, useMay('loans:read')],
    ['/stores', '', t.home.stores, useMay('stores:read')],
  ] as const
  const known = lists.map(([path, query, , isOwn]) =>
    useAnswer<Counted>(
      isOwn ? `/lender${path}?${query === '' ? '' : `${query}&`}page_size=1` : undefined,
    ),
  )
  const hasBook = useMay('ledger:read')
  const balance = useAnswer<AnswerOf<typeof TrialBalanceAnswer>>(
    hasBook ? '/lender/trial-balance' : undefined,
  )
  if (useAwaitsPowers()) return <Skeleton lines={lists.length} />
  const isOff = balance.data?.totals.some((each) => each.balance !== 0)
  return (
    <>
      <ul class="figures">
        {lists.map(
          ([path, query, name, isOwn], index) =>
            isOwn && (
              <Figure key={name} name={name} to={href(path, query)}>
                {known[index]?.data === undefined ? '–' : count(known[index].data.paging.count)}
              </Figure>
            ),
        )}
        {hasBook && (
          <Figure name={isOff ? t.home.trialOff : t.home.trial} to={href('/ledger')}>
            {balance.data === undefined ? '–' : isOff ? '✕' : '✓'}
          </Figure>
        )}
      </ul>
      <FirstFailure of={[...known, balance]} />
    </>
  )
}

const PAYMENTS_DUE = 'ordering=-overdue_amount&overdue_amount-gt=0'

/** What waits, with how long the first of it has waited; what is nothing of theirs is not there. */
function Work({ today }: { today: Today }) {
  const { approvals, reviews, promises, failures, payouts } = today
  const all = [
    [approvals, t.home.approvals, href('/inbox/next')],
    [reviews, t.home.refusals, href('/decisions/next')],
    [promises, t.home.promises, href('/loans', PAYMENTS_DUE)],
    [failures, t.home.failures, href('/jobs', 'kind=delivery')],
    [payouts, t.home.payouts, href('/payouts', toRelease)],
  ] as const
  const own = all.filter(([waiting]) => waiting !== null)
  if (own.every(([waiting]) => waiting?.count === 0)) return <p class="hint">{t.home.nothing}</p>
  return (
    <ul class="figures">
      {own.map(([waiting, name, to]) => (
        <Figure key={name} name={name} to={to}>
          {count(waiting?.count ?? 0)}
          {waiting?.oldest && Date.parse(waiting.oldest) < now() && (
            <small class="soft"> {t.home.oldest(ago(waiting.oldest))}</small>
          )}
        </Figure>
      ))}
    </ul>
  )
}

type AmountsProps = {
  readonly sums: Sums
  readonly name: string
  readonly of: (sum: Sums[number]) => number
}

/** Of each currency what its buckets sum up to. */
function Amounts({ sums, name, of }: AmountsProps) {
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency)
  return [...byCurrency].map(([currency, each]) => (
    <Figure key={currency} name={name} to={href('/loans', `currency=${currency}`)}>
      <Money amount={each.reduce((all, sum) => all + of(sum), 0)} currency={currency} />
    </Figure>
  ))
}
