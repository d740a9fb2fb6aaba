/** Days next to each other: stacked bars, or lines. */
import { Fills } from './fills.tsx'
import { Pointed } from './pointed.tsx'
import { type Chart, rangeOf, ticksOf } from './scale.ts'

const HEIGHT = 180
const TOP = 16
const BOTTOM = 20

type ColumnsProps = { readonly chart: Chart; readonly isLines?: boolean }

export const Columns = ({ chart, isLines = false }: ColumnsProps) => (
  <Pointed chart={chart} isLines={isLines}>
    {(at, id, width) => <Drawn chart={chart} isLines={isLines} {...{ at, id, width }} />}
  </Pointed>
)

type DrawnProps = Required<ColumnsProps> & {
  readonly at: number
  readonly id: string
  readonly width: number
}

function Drawn({ chart, isLines, at, id, width }: DrawnProps) {
  const { title, points, series, short } = chart
  const range = rangeOf(chart, !isLines)
  const step = width / points.length
  const y = (value: number) =>
    TOP + ((HEIGHT - TOP - BOTTOM) * (range.most - value)) / (range.most - range.least)
  const middle = (points.length - 1) >> 1
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true">
      <title>{title}</title>
      <Fills id={id} count={series.length} />
      <rect class="at" x={at * step} y={TOP} width={step} height={HEIGHT - TOP - BOTTOM} />
      {ticksOf(range).map((value) => (
        <path key={value} class="tick" d={`M0 ${y(value)}H${width}`} />
      ))}
      {isLines
        ? series.map(({ name, values }, index) => (
            <path
              key={name}
              class={`line line-${index}`}
              d={lineOf(values, (each) => (each + 0.5) * step, y)}
            />
          ))
        : barsOf(chart, step, y).map((path, index) => (
            <path key={series[index]?.name} d={path} fill={`url(#${id}-${index})`} />
          ))}
      {ticksOf(range).map((value) => (
        <text key={value} x="-6" y={y(value) + 4} text-anchor="end">
          {short(value)}
        </text>
      ))}
      <text x="0" y={HEIGHT - 4}>
        {points[0]}
      </text>
      {points.length > 2 && width > 420 && (
        <text x={(middle + 0.5) * step} y={HEIGHT - 4} text-anchor="middle">
          {points[middle]}
        </text>
      )}
      {points.length > 1 && (
        <text x={width} y={HEIGHT - 4} text-anchor="end">
          {points.at(-1)}
        </text>
      )}
    </svg>
  )
}

type Place = (value: number) => number

/** A gap if there is no value; a single value is a dash. */
function lineOf(values: readonly (number | null)[], x: Place, y: Place): string {
  const isAt = (index: number) => (values[index] ?? null) !== null
  let path = ''
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    if (isAt(index - 1)) path += `L${x(index)} ${y(value)}`
    else if (isAt(index + 1)) path += `M${x(index)} ${y(value)}`
    else path += `M${x(index) - 3} ${y(value)}h6`
  }
  return path
}

/** The bars of each series, stacked; negative values hang below zero. */
function barsOf({ points, series }: Chart, step: number, y: Place): string[] {
  const wide = step > 4 ? step - 1 : step
  const ends = points.map(() => ({ above: 0, below: 0 }))
  return series.map(({ values }) => {
    let path = ''
    for (const [index, end] of ends.entries()) {
      const value = values[index] ?? 0
      const side = value > 0 ? 'above' : 'below'
      const from = end[side]
      end[side] += value
      if (value === 0) continue
      path += `M${index * step} ${y(from)}h${wide}V${y(end[side])}h${-wide}z`
    }
    return path
  })
}
