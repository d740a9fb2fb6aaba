import { word } from '../texts/texts.ts'
import type { Change } from './money/changes.ts'
import { Table } from './table.tsx'

type ChangesProps = { readonly label: string; readonly rows: readonly Change[] }

/** What is otherwise: the old one struck, the new one beside it. */
export const ChangesTable = ({ label, rows }: ChangesProps) => (
  <Table
    isNarrow
    label={label}
    rows={rows}
    keyOf={({ name }) => name}
    cells={[
      { name: 'name', cell: ({ name }) => word(name) },
      { name: 'before', isEnd: true, cell: ({ old }) => <del>{old}</del> },
      { name: 'after', isEnd: true, cell: ({ next }) => <ins>{next}</ins> },
    ]}
  />
)
