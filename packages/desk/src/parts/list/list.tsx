/** Every list: the address is its query, and its query is that of the API. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { type Known, useAnswer } from '../../client/answers.ts'
import { news } from '../../client/live-state.ts'
import { hiddenColumns, hideColumns } from '../../client/preferences.ts'
import { useSavedViews } from '../../client/saved.ts'
import { apiQuery, go } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { heading, word } from '../../texts/texts.ts'
import { Csv } from '../csv.tsx'
import { count } from '../format.ts'
import { Permitted } from '../permitted.tsx'
import { Answered, FirstFailure } from '../states.tsx'
import type { ListDefinition, ListPage, Tab } from './definition.ts'
import { changed, fileQuery, filtersIn } from './definition.ts'
import { Filters } from './filters.tsx'
import { listHref } from './list-href.ts'
import { Request } from './request.tsx'
import { Rows } from './rows.tsx'
import { Save, SavedTab } from './saved.tsx'

type ListProps<Row, Page extends ListPage<Row>> = {
  readonly list: ListDefinition<Row, Page>
}

const NO_ROWS = [] as const

function pathOf({ path, always = '' }: { path: string; always?: string }, query: string): string {
  const parts = [query, always].filter((part) => part !== '').join('&')
  return parts === '' ? path : `${path}?${parts}`
}

export function List<Row, Page extends ListPage<Row>>({ list }: ListProps<Row, Page>) {
  const query = apiQuery.value
  const path = pathOf(list, query)
  const known = useAnswer<Page>(path, { keepsOther: true, ofNoMode: list.ofNoMode === true })
  const [hidden, setHidden] = useState(() => hiddenColumns(list.name))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // What it shows is of now: news is what comes after it.
  useEffect(() => {
    news.value = 0
  }, [known.at, path])
  const filters = changed(query, {})
  const fields = known.failure?.code === 'query_invalid' ? known.failure.refusal.fields : {}
  const hide = (names: ReadonlySet<string>) => {
    hideColumns(list.name, names)
    setHidden(names)
  }
  const rows = known.data?.results ?? NO_ROWS
  // Not drawn again while the same ones are requested anew.
  const shown = useMemo(
    () => <Rows {...{ list, query, hidden, chosen, rows }} onChoose={setChosen} />,
    [list, query, hidden, chosen, rows],
  )
  return (
    <div class="list">
      {list.hasWords && <Words query={query} />}
      <Tabs {...{ list, query }} isKnown={known.data !== undefined} />
      <Filters filters={list.filters} query={query} faults={fields}>
        {list.isSaved && filters !== '' && <Save list={savedAs(list)} query={filters} />}
      </Filters>
      {list.more && <More name={list.more} query={query} />}
      <Answered known={withoutOthers(known)}>
        {(page) => (
          <>
            <div class="list-head" role="status">
              <strong>{tb.list.count(page.paging.count, count(page.paging.count))}</strong>
              <News reload={known.reload} />
              {list.beside?.(known.reload)}
            </div>
            {list.head?.(page)}
            {page.results.length === 0 ? <Empty list={list} query={query} /> : shown}
            <Pages page={page} query={query} />
          </>
        )}
      </Answered>
      {list.choosing?.bar(
        rows,
        (row) => chosen.has(list.keyOf(row)),
        (rows) => setChosen(new Set(rows.map(list.keyOf))),
      )}
      <div class="list-foot">
        <Columns list={list} hidden={hidden} onHide={hide} />
        {list.hasFile && (
          <Permitted permission="exports:write" what={word('save_as_csv')}>
            <Csv path={pathOf({ path: `${list.path}.csv` }, fileQuery(query))} name={list.name} />
          </Permitted>
        )}
        {list.peopleOnly !== true && <Request path={path} ofNoMode={list.ofNoMode === true} />}
      </div>
    </div>
  )
}

/** Drawn with each event, the rows are not. */
function News({ reload }: Pick<Known<unknown>, 'reload'>) {
  if (news.value === 0) return null
  return (
    <button type="button" class="quiet" onClick={reload}>
      {tb.list.isNew(news.value)}
    </button>
  )
}

/** As the API names the list where it is saved. */
const savedAs = ({ path }: { readonly path: string }): string => path.slice('/lender/'.length)

/** Rows of another query are no answer to one that was refused. */
function withoutOthers<T>(known: Known<T>): Known<T> {
  return known.isOther && known.failure ? { ...known, data: undefined } : known
}

function Words({ query }: { query: string }) {
  return (
    <search>
      <form
        class="words"
        onSubmit={(event) => {
          event.preventDefault()
          const text = String(new FormData(event.currentTarget).get('q') ?? '').trim()
          go(listHref(changed(query, { q: text === '' ? null : text })))
        }}
      >
        <input
          key={query}
          type="search"
          name="q"
          aria-label={tb.list.search}
          placeholder={tb.list.search}
          defaultValue={new URLSearchParams(query).get('q') ?? ''}
        />
        <button type="submit">{tb.list.search}</button>
      </form>
    </search>
  )
}

/** What the list leaves out otherwise. */
const More = ({ name, query }: { name: string; query: string }) => (
  <label class="check">
    <input
      type="checkbox"
      checked={new URLSearchParams(query).get(name) === 'true'}
      onChange={(event) => {
        const value = event.currentTarget.checked ? 'true' : null
        go(listHref(changed(query, { [name]: value })))
      }}
    />
    {word(name)}
  </label>
)

type Part<Row, Page extends ListPage<Row>> = ListProps<Row, Page> & { readonly query: string }

const ALL: Tab = { name: '', query: '' }

type TabsProps<Row, Page extends ListPage<Row>> = Part<Row, Page> & { readonly isKnown: boolean }

function Tabs<Row, Page extends ListPage<Row>>({ list, query, isKnown }: TabsProps<Row, Page>) {
  const { tabs = [], isSaved } = list
  const saved = useSavedViews(isSaved === true)
  const views = saved.data?.results.filter((view) => view.list === savedAs(list)) ?? []
  return (
    <>
      {/* A list that failed says so for both. */}
      {isKnown && <FirstFailure of={[saved]} title={tb.list.savedMissing} />}
      {tabs.length + views.length > 0 && (
        <ul class="tabs">
          {[ALL, ...tabs].map((tab) => (
            <li key={tab.query}>
              <a href={listHref(tab.query)} aria-current={tab.query === query ? 'true' : undefined}>
                {tab.name === '' ? tb.list.all : heading(tab.name, tab.of)}
              </a>
            </li>
          ))}
          {views.map((view) => (
            <SavedTab key={view.id} view={view} isCurrent={view.query === changed(query, {})} />
          ))}
        </ul>
      )}
    </>
  )
}

function Empty<Row, Page extends ListPage<Row>>({ list, query }: Part<Row, Page>) {
  const filters = filtersIn(query)
  return (
    <section class="empty">
      <h2>{filters.length > 0 ? tb.list.noMatch(filters.length) : tb.list.nothing}</h2>
      {filters.length > 0 ? (
        <p>
          <a href={listHref('')}>{tb.list.removeAll}</a>
        </p>
      ) : (
        list.news && <p>{tb.news[list.news]}</p>
      )}
    </section>
  )
}

function Pages({ page: { cursor }, query }: { page: ListPage<unknown>; query: string }) {
  const { before, after } = cursor
  if (before === null && after === null) return null
  const at = before === null ? 1 : before + 1
  const link = (page: number) => listHref(changed(query, { page: String(page) }))
  return (
    <nav class="pages" aria-label={tb.list.page(at)}>
      {before !== null && <a href={link(before)}>← {tb.list.previous}</a>}
      <span>{tb.list.page(at)}</span>
      {after !== null && <a href={link(after)}>{tb.list.next} →</a>}
    </nav>
  )
}

type ColumnsProps<Row, Page extends ListPage<Row>> = ListProps<Row, Page> & {
  readonly hidden: ReadonlySet<string>
  readonly onHide: (names: ReadonlySet<string>) => void
}

function Columns<Row, Page extends ListPage<Row>>(props: ColumnsProps<Row, Page>) {
  const { list, hidden, onHide } = props
  return (
    <details>
      <summary>{tb.list.columns}</summary>
      <ul class="checks">
        {/* The first one names the row. */}
        {list.columns.slice(1).map(({ name }) => (
          <li key={name}>
            <label class="check">
              <input
                type="checkbox"
                checked={!hidden.has(name)}
                onChange={() => onHide(hidden.symmetricDifference(new Set([name])))}
              />
              {heading(name)}
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
