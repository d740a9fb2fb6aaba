import { href } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { heading } from '../../texts/texts.ts'
import { Sheet } from '../table.tsx'
import { type Column, changed, type ListDefinition, type ListPage } from './definition.ts'
import { listHref } from './list-href.ts'

type RowsProps<Row, Page extends ListPage<Row>> = {
  readonly list: ListDefinition<Row, Page>
  readonly rows: readonly Row[]
  readonly query: string
  readonly hidden: ReadonlySet<string>
  /** The keys of the selected ones. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (keys: ReadonlySet<string>) => void
}

/**
 * Roles are repeated: for browsers a table that is laid out as cards is not a table.
 */
export function Rows<Row, Page extends ListPage<Row>>(props: RowsProps<Row, Page>) {
  const { list, rows, query, hidden, chosen, onChoose } = props
  const { choosing, keyOf } = list
  const columns = list.columns
    .filter(({ name }) => !hidden.has(name))
    .map((column) => ({ ...column, label: heading(column.name) }))
  return (
    <Sheet columns={columns.length} isList>
      {/* biome-ignore-start lint/a11y: Redundant only while it is laid out as a table. */}
      <table class="grid" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.name} column={column} query={query} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row" key={keyOf(row)} class={list.placeOf && 'leads'}>
              {columns.map((column, index) => (
                <td
                  role="cell"
                  key={column.name}
                  class={column.isEnd ? 'end' : undefined}
                  data-label={column.label}
                >
                  {index === 0 &&
                    choosing?.tick(row, chosen.has(keyOf(row)), () =>
                      onChoose(chosen.symmetricDifference(new Set([keyOf(row)]))),
                    )}
                  {index === 0 && list.placeOf ? (
                    <a data-row href={href(list.placeOf(row))}>
                      {column.cell(row)}
                    </a>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y: The table ends, and with it the repeated roles. */}
    </Sheet>
  )
}

type HeadProps<Row> = { readonly column: Column<Row>; readonly query: string }

function Head<Row>({ column: { name, ordering, isEnd }, query }: HeadProps<Row>) {
  const shown = new URLSearchParams(query).get('ordering')
  const of = ordering !== undefined && shown?.replace(/^-/, '') === ordering
  const isDown = of && shown?.startsWith('-')
  const next = ordering === undefined ? '' : isDown ? ordering : `-${ordering}`
  return (
    <th
      scope="col"
      class={isEnd ? 'end' : ''}
      aria-sort={of ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      {ordering === undefined ? (
        heading(name)
      ) : (
        <a
          class="order"
          href={listHref(changed(query, { ordering: next }))}
          title={tb.list.orderBy(heading(name))}
        >
          {heading(name)}
          {of && <span aria-hidden="true">{isDown ? ' ↓' : ' ↑'}</span>}
        </a>
      )}
    </th>
  )
}
