/** Tables: of objects, and the space in which any table becomes cards. */
import type { ComponentChildren } from 'preact'
import { heading } from '../texts/texts.ts'

type Cell<Row> = {
  /** A word of the texts. */
  readonly name: string
  readonly isEnd?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

type TableProps<Row> = {
  readonly label: string
  readonly rows: readonly Row[]
  readonly cells: readonly Cell<Row>[]
  readonly keyOf: (row: Row, index: number) => string | number
  /** Narrow enough to be a table on a phone, too. */
  readonly isNarrow?: boolean
}

type SheetProps = {
  readonly columns: number
  /** A column of a list is wider, but the more there are, the less. */
  readonly isList?: boolean
  readonly children: ComponentChildren
}

/** If there is too little room for the columns, each row of the table is a card. */
export function Sheet({ columns, isList = false, children }: SheetProps) {
  const needsRem = isList ? 31.5 + 2.9 * columns : Math.max(25, 6.25 * columns)
  return (
    <div class="sheet" style={{ fontSize: `${needsRem / 100}rem` }}>
      {children}
    </div>
  )
}

/** A table of an object: short and complete. */
export function Table<Row>({ label, rows, cells, keyOf, isNarrow = false }: TableProps<Row>) {
  return (
    <Sheet columns={cells.length}>
      <table class={isNarrow ? 'grid stays' : 'grid'} aria-label={label}>
        <thead>
          <tr>
            {cells.map(({ name, isEnd }) => (
              <th key={name} scope="col" class={isEnd ? 'end' : ''}>
                {heading(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {cells.map(({ name, isEnd, cell }) => (
                <td key={name} class={isEnd ? 'end' : ''} data-label={heading(name)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}
