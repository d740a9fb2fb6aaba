/** A table whose cells are darker the larger their values. */
type HeatProps = {
  readonly title: string
  /** The heading of the first column. */
  readonly corner: string
  readonly rows: readonly string[]
  /** Short, with their meaning. */
  readonly columns: readonly (readonly [short: string, name: string])[]
  /** By row and column; undefined: nothing. */
  readonly valueAt: (row: number, column: number) => number | undefined
  readonly format: (value: number) => string
}

const LEVELS = 4

export function Heat({ title, corner, rows, columns, valueAt, format }: HeatProps) {
  const all = rows.flatMap((_, row) => columns.map((__, column) => valueAt(row, column) ?? 0))
  const most = Math.max(1, ...all)
  return (
    <figure class="chart">
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <table class="heat" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map(([short, name]) => (
              <th key={short} scope="col">
                <abbr title={name}>{short}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map(([short], column) => {
                const value = valueAt(row, column)
                const level = Math.ceil(((value ?? 0) / most) * LEVELS)
                return (
                  <td key={short} class={`heat-${level}`}>
                    {value === undefined ? '' : format(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        {columns
          .filter(([short, name]) => short !== name)
          .map(([short, name]) => `${short} ${name}`)
          .join(' · ')}
      </p>
    </figure>
  )
}
