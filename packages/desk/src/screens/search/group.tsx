import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ask, Failure, type Method } from '../../client/api.ts'
import { endSessionOn } from '../../client/session.ts'
import { sought } from '../../client/sought.ts'
import { storeOf } from '../../client/store.ts'
import { Failed, Skeleton } from '../../parts/states.tsx'
import { href, isSandbox } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'

/** The search term; it is discarded when the screen is left. */
export function useSought(): string {
  useEffect(
    () => () => {
      sought.value = ''
    },
    [],
  )
  return sought.value.trim()
}

/** One more is requested, to know whether there are more. */
const SHOWN_MAX = 5

type Answer<Row> = { readonly results: readonly Row[] }

type GroupProps<Row> = {
  readonly question: { readonly method?: Method; readonly path: string; readonly body?: unknown }
  readonly row: (row: Row) => ComponentChildren
  readonly onRows?: (rows: readonly Row[]) => void
}

/** The matches of one query: not cached, since it is cheap to repeat. */
export function Group<Row extends { readonly id: string }>(props: GroupProps<Row>) {
  const { question, row, onRows } = props
  const [rows, setRows] = useState<readonly Row[]>()
  const [failure, setFailure] = useState<Failure>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    setFailure(undefined)
    const { signal } = leaving
    const of = { sandbox: isSandbox.value, storeId: storeOf(question.path) }
    ask<Answer<Row>>({ ...question, ...of, signal }).then(
      ({ results }) => {
        setRows(results)
        onRows?.(results)
      },
      (error: unknown) => {
        if (signal.aborted) return
        endSessionOn(error)
        if (!(error instanceof Failure)) throw error
        setFailure(error)
      },
    )
    return () => leaving.abort()
  }, [tries, isSandbox.value])
  if (failure !== undefined) {
    return <Failed failure={failure} reload={() => setTries(tries + 1)} />
  }
  if (rows === undefined) return <Skeleton lines={2} />
  if (rows.length === 0) return <p class="hint">{tb.search.nothing}</p>
  return (
    <>
      <ul class="rows">
        {rows.slice(0, SHOWN_MAX).map((each) => (
          <li key={each.id} class="leads">
            {row(each)}
          </li>
        ))}
      </ul>
      {rows.length > SHOWN_MAX && <p class="hint">{tb.search.more(SHOWN_MAX)}</p>}
    </>
  )
}

type HitProps = {
  readonly path: string
  readonly name: ComponentChildren
  readonly more: ComponentChildren
  readonly children: ComponentChildren
}

export const Hit = ({ path, name, more, children }: HitProps) => (
  <>
    <div>
      <a data-row href={href(path)}>
        {name}
      </a>
      <p class="hint">{more}</p>
    </div>
    <span>{children}</span>
  </>
)
