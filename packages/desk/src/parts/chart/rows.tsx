/** Names below each other, each with its bars: stacked, or side by side. */
import { Fills } from './fills.tsx'
import { Pointed } from './pointed.tsx'
import { type Chart, rangeOf } from './scale.ts'

const TEXT = 22
const BAR = 12
const GAP = 8

type RowsProps = { readonly chart: Chart; readonly isStacked?: boolean }

export function Rows({ chart, isStacked = false }: RowsProps) {
  const { title, points, series } = chart
  const { most } = rangeOf(chart, isStacked)
  const height = TEXT + GAP + BAR * (isStacked ? 1 : series.length)
  return (
    <Pointed chart={chart} isDown>
      {(at, id, width) => (
        <svg width={width} height={points.length * height} aria-hidden="true">
          <title>{title}</title>
          <Fills id={id} count={series.length} />
          <rect class="at" y={at * height} width={width} height={height} />
          {points.map((point, row) => {
            const ends = series.map(({ values }) => ((values[row] ?? 0) * width) / most)
            return (
              <g key={point}>
                <text x="2" y={row * height + 16}>
                  {point}
                </text>
                {series.map(({ name }, index) => {
                  const before = ends.slice(0, index).reduce((all, each) => all + each, 0)
                  return (
                    <rect
                      key={name}
                      x={isStacked ? before : 0}
                      y={row * height + TEXT + (isStacked ? 0 : index * BAR)}
                      width={ends[index]}
                      height={BAR - 1}
                      fill={`url(#${id}-${index})`}
                    />
                  )
                })}
              </g>
            )
          })}
        </svg>
      )}
    </Pointed>
  )
}
