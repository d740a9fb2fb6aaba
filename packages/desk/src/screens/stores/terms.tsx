/** Past, current and future terms of a store: each version beside the previous one. */
import type { Answered as AnswerOf, OpenedLenderStore, TermsPage } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { Request } from '../../parts/list/request.tsx'
import { Acts } from '../../parts/money/acts.tsx'
import { PendingLinks } from '../../parts/money/pending.tsx'
import { Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { apiQuery, href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { tb } from '../../texts/book.ts'
import { th } from '../../texts/house.ts'
import { t } from '../../texts/texts.ts'
import { CreditorPanel } from './creditor-panel.tsx'
import { PricePanel } from './price-panel.tsx'
import { Version } from './terms-version.tsx'

type Versions = AnswerOf<typeof TermsPage>
type Store = AnswerOf<typeof OpenedLenderStore>

const ACTS = [
  { name: 'prices', permission: 'terms:write' },
  { name: 'creditor', permission: 'terms:write' },
] as const

export function Screen({ params: { id = '' } }: ScreenProps) {
  const store = `/lender/stores/${encodeURIComponent(id)}`
  const query = new URLSearchParams({ ordering: '-effective_from' })
  const page = new URLSearchParams(apiQuery.value).get('page')
  if (page !== null) query.set('page', page)
  const path = `${store}/terms?${query}`
  const ofStore = useAnswer<Store>(store)
  const known = useAnswer<Versions>(path)
  const name = ofStore.data?.name
  const log = { 'object-id': id, 'action-in': 'terms.change,terms.withdraw' }
  return (
    <Page
      title={name === undefined ? t.screens.terms : `${t.screens.terms}: ${name}`}
      more={
        <nav class="buttons" aria-label={t.screens.store}>
          <a href={href(`/stores/${id}`)}>{t.screens.store}</a>
          <a href={href('/log', new URLSearchParams(log).toString())}>{th.terms.log}</a>
        </nav>
      }
    >
      <Answered known={ofStore} lines={12}>
        {({ currency, terms, pending_approvals: pending }) => (
          <>
            <Acts
              objectId={id}
              acts={ACTS}
              nameFor={({ name: act }) => (act === 'prices' ? th.terms.prices : th.creditors.name)}
              panel={({ name: act }, onClose) => {
                const shared = { storeId: id, currency, onClose }
                if (act === 'prices') return <PricePanel {...shared} />
                return <CreditorPanel {...shared} version={terms.version} />
              }}
            >
              <PendingLinks approvals={pending} />
            </Acts>
            <Answered known={known} lines={12}>
              {(versions) => <Timeline versions={versions} storeId={id} currency={currency} />}
            </Answered>
          </>
        )}
      </Answered>
      <Request path={path} />
    </Page>
  )
}

type TimelineProps = {
  readonly versions: Versions
  readonly storeId: string
  readonly currency: string
}

function Timeline({ versions: { results, cursor }, storeId, currency }: TimelineProps) {
  const path = olderPath(storeId, results, cursor.after)
  const older = useAnswer<Versions>(path)
  const known = [...results, ...(older.data?.results ?? [])]
  const link = (page: number) => href(`/stores/${storeId}/terms`, `page=${page}`)
  const at = (cursor.before ?? 0) + 1
  return (
    <div class="stack">
      {results.map((terms, index) => {
        const before = known
          .slice(index + 1)
          .find(({ version, state }) => state !== 'withdrawn' && version !== terms.version)
        // Without one it would say that it is the first.
        if (before === undefined && path !== undefined && older.data === undefined) {
          return <Answered key={terms.version} known={older} children={() => null} />
        }
        return <Version key={terms.version} {...{ terms, before, storeId, currency }} />
      })}
      {(cursor.before !== null || cursor.after !== null) && (
        <nav class="pages" aria-label={tb.list.page(at)}>
          {cursor.before !== null && <a href={link(cursor.before)}>← {tb.list.previous}</a>}
          <span>{tb.list.page(at)}</span>
          {cursor.after !== null && <a href={link(cursor.after)}>{tb.list.next} →</a>}
        </nav>
      )}
    </div>
  )
}

/** The last version of a page is compared with one on the next page. */
function olderPath(
  storeId: string,
  results: Versions['results'],
  after: number | null,
): string | undefined {
  const last = results.at(-1)
  if (last === undefined || after === null) return undefined
  const query = new URLSearchParams({
    ...{ 'effective_from-lte': last.effective_from, 'state-in': 'coming,in_force,past' },
    ...{ ordering: '-effective_from', page_size: '2' },
  })
  return `/lender/stores/${storeId}/terms?${query}`
}
