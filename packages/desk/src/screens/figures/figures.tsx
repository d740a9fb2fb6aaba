/** The lender's figures: each as a chart, as a table and as a file. */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { Csv } from '../../parts/csv.tsx'
import { Field } from '../../parts/form.tsx'
import { count, dayAndTime } from '../../parts/format.ts'
import { Request } from '../../parts/list/request.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Answered } from '../../parts/states.tsx'
import { apiQuery, go, href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { tf } from '../../texts/figures.ts'
import { t, word } from '../../texts/texts.ts'
import { type Definition, definitions, type FigureName, isFigure } from './definitions.ts'
import { Drawings } from './drawings.tsx'
import type { Figure } from './rows.tsx'
import { FigureTable } from './rows.tsx'

/** The choice stays when another figure is opened. */
const isTable = signal(false)

const names = Object.keys(definitions).filter(isFigure)
const addressOf = (name: FigureName, query: string) => href(`/figures/${name}`, query)

/** Days and store remain selected, if the other figure has them. */
function queryFor(kind: Definition['kind'], before: Definition['kind'], query: string): string {
  const next = new URLSearchParams(query)
  if (kind !== before) for (const name of ['from', 'to']) next.delete(name)
  return next.toString()
}

export function Screen({ params: { id = 'volume' } }: ScreenProps) {
  const name = isFigure(id) ? id : 'volume'
  const definition: Definition = definitions[name]
  const query = apiQuery.value
  const slides = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On a phone they are in one row: the shown one is scrolled into view.
    const show = () => {
      const { current: list } = slides
      const link = list?.querySelector<HTMLElement>('[aria-current]')
      if (list && link) list.scrollLeft = link.offsetLeft - list.offsetLeft
    }
    show()
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [name])
  return (
    <Page title={`${t.screens.figures}: ${tf.names[name]}`} heading={t.screens.figures}>
      <div class="list">
        <nav aria-label={tf.which}>
          <ul class="tabs slides" ref={slides}>
            {names.map((each) => (
              <li key={each}>
                <a
                  href={addressOf(each, queryFor(definitions[each].kind, definition.kind, query))}
                  aria-current={each === name ? 'page' : undefined}
                >
                  {tf.names[each]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Permitted permission={definition.permission} what={tf.names[name]}>
          <Whole key={name} name={name} definition={definition} query={query} />
        </Permitted>
      </div>
    </Page>
  )
}

type WholeProps = {
  readonly name: FigureName
  readonly definition: Definition
  readonly query: string
}

function Whole({ name, definition, query }: WholeProps) {
  const search = query === '' ? '' : `?${query}`
  const path = `/lender/figures/${name}${search}`
  const known = useAnswer<Figure>(path, { keepsOther: true })
  const chosen = isTable.value
  return (
    <>
      <Span
        name={name}
        kind={definition.kind}
        query={query}
        figure={known.isOther ? undefined : known.data}
      />
      <Block
        title={tf.names[name]}
        more={
          <button
            type="button"
            aria-pressed={chosen}
            onClick={() => {
              isTable.value = !chosen
            }}
          >
            {chosen ? tf.asChart : tf.asTable}
          </button>
        }
      >
        <p class="hint">{tf.about[name]}</p>
        <Answered known={known} lines={8}>
          {(figure) => (
            <>
              {figure.results.length === 0 ? (
                <p class="hint">{tf.none}</p>
              ) : chosen ? (
                <FigureTable name={name} definition={definition} rows={figure.results} />
              ) : (
                <Drawings name={name} definition={definition} rows={figure.results} />
              )}
              {figure.left_out > 0 && <p class="hint">{tf.leftOut(count(figure.left_out))}</p>}
              <p class="hint">{tf.at(dayAndTime(figure.at), figure.time_zone)}</p>
            </>
          )}
        </Answered>
      </Block>
      <Permitted permission="exports:write" what={word('save_as_csv')}>
        <Csv path={`/lender/figures/${name}.csv${search}`} name={name} />
      </Permitted>
      <Request path={path} />
    </>
  )
}

type SpanProps = {
  readonly name: FigureName
  readonly kind: Definition['kind']
  readonly query: string
  readonly figure: Figure | undefined
}

/** The parameters of the answer; the URL has the chosen ones. */
function Span({ name, kind, query, figure }: SpanProps) {
  const given = new URLSearchParams(query)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Defaults fill empty fields only: input typed meanwhile stays.
    for (const part of ['from', 'to'] as const) {
      const field = form.current?.elements.namedItem(part)
      if (field instanceof HTMLInputElement && field.value === '')
        field.value = figure?.[part] ?? ''
    }
  }, [figure, query])
  return (
    <form
      key={query}
      ref={form}
      class="pair span"
      onSubmit={(event) => {
        event.preventDefault()
        const entries = [...new FormData(event.currentTarget)]
        const values = entries.map(([key, value]) => [key, String(value).trim()])
        const next = new URLSearchParams(values.filter(([, value]) => value !== ''))
        go(addressOf(name, next.toString()))
      }}
    >
      {kind !== 'present' &&
        (['from', 'to'] as const).map((part) => (
          <Field
            key={part}
            label={word(part)}
            input={{ name: part, type: 'date', defaultValue: given.get(part) ?? '' }}
          />
        ))}
      <Field
        label={tf.storeId}
        input={{ name: 'store-id', defaultValue: given.get('store-id') ?? '' }}
      />
      <button type="submit" class="strong">
        {tf.show}
      </button>
    </form>
  )
}
