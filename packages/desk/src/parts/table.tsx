/** A table of an object: short, complete, and cards on a phone. */
import type { ComponentChildren } from 'preact'
import { word } from '../texts/texts.ts'

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

export function Table<Row>({ label, rows, cells, keyOf, isNarrow = false }: TableProps<Row>) {
  return (
    <table class={isNarrow ? 'grid stays' : 'grid'} aria-label={label}>
      <thead>
        <tr>
          {cells.map(({ name, isEnd }) => (
            <th key={name} scope="col" class={isEnd ? 'end' : ''}>
              {word(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {cells.map(({ name, isEnd, cell }) => (
              <td key={name} class={isEnd ? 'end' : ''} data-label={word(name)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
