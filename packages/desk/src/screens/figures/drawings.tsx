/** The charts of a figure: separate ones for each currency. */
import { Columns } from '../../parts/chart/columns.tsx'
import { Heat } from '../../parts/chart/heat.tsx'
import { Rows } from '../../parts/chart/rows.tsx'
import type { Chart } from '../../parts/chart/scale.ts'
import { count, money, rate } from '../../parts/format.ts'
import { tf } from '../../texts/figures.ts'
import { t, word } from '../../texts/texts.ts'
import type { Definition, FigureName } from './definitions.ts'
import { currencyOf, nameOf, type Row, textOf } from './rows.tsx'

/** More names are only in the table. */
const NAMES = 20

type DrawingsProps = {
  readonly name: FigureName
  readonly definition: Definition
  readonly rows: readonly Row[]
}

export function Drawings({ name, definition, rows }: DrawingsProps) {
  const groups = [...Map.groupBy(rows, currencyOf)]
  return (
    <div class="charts">
      {groups.flatMap(([currency, all]) =>
        definition.drawings.map(({ draw, of }) => {
          const [only = '', ...others] = of
          const shown = others.length > 0 ? tf.names[name] : nameOf(name, only)
          const title = currency === '' ? shown : tf.of(shown, currency)
          const drawn = { name, definition, currency, title, rows: all, of }
          if (draw === 'heat') return <HeatOf key={title} {...drawn} />
          const isCut = (draw === 'rows' || draw === 'stack') && all.length > NAMES
          const chart = chartOf({ ...drawn, rows: isCut ? all.slice(0, NAMES) : all })
          return (
            <div key={title}>
              {draw === 'bars' || draw === 'lines' ? (
                <Columns chart={chart} isLines={draw === 'lines'} />
              ) : (
                <Rows chart={chart} isStacked={draw === 'stack'} />
              )}
              {isCut && <p class="hint">{tf.largest(count(NAMES))}</p>}
            </div>
          )
        }),
      )}
    </div>
  )
}

type DrawnProps = DrawingsProps & {
  readonly currency: string
  readonly title: string
  readonly of: readonly string[]
}

function chartOf({ name, definition, currency, title, rows, of }: DrawnProps): Chart {
  const { point, members } = definition
  const unit = members[of[0] ?? '']
  const compact = (value: number) =>
    new Intl.NumberFormat(t.locale, { notation: 'compact', maximumFractionDigits: 1 }).format(value)
  return {
    title,
    points: rows.map((row) => pointOf(definition, point, row)),
    series: of.map((member) => ({
      name: nameOf(name, member),
      values: rows.map((row) => (row[member] === null ? null : Number(row[member]))),
    })),
    ...(unit === 'money'
      ? {
          format: (value: number) => money(value, currency),
          short: (value: number) => compact(value / 100),
        }
      : unit === 'rate'
        ? { format: rate, short: (value: number) => `${compact(value / 100)} %` }
        : { format: count, short: compact }),
  }
}

/** The bounds of a band of amounts. */
function pointOf(definition: Definition, point: string, row: Row): string {
  const text = textOf({ definition, member: point }, row)
  if (point !== 'at_least') return text
  if (row.below === null) return tf.from(text)
  return tf.between(text, textOf({ definition, member: 'below' }, row))
}

const BUCKETS = ['current', '1-30', '31-60', '61-90', '90+']
const HEATS: Readonly<Record<string, readonly [across: string, values: readonly string[]]>> = {
  rolls: ['after', [...BUCKETS, 'written_off']],
  vintages: ['late', ['0', '1', '2', '3', '4+', 'written_off', 'ended']],
}
/** So narrow that all of them fit on a phone. */
const SHORT: Readonly<Record<string, string>> = { current: '0', written_off: '✕', ended: '✓' }

function HeatOf({ name, definition: { point }, title, rows, of: [member = ''] }: DrawnProps) {
  const [across, values] = HEATS[name] ?? ['', []]
  const names = [...new Set(rows.map((row) => String(row[point])))]
  const sorted = name === 'rolls' ? BUCKETS.filter((each) => names.includes(each)) : names.sort()
  const known = new Map(rows.map((row) => [`${row[point]} ${row[across]}`, Number(row[member])]))
  return (
    <Heat
      title={`${title}: ${nameOf(name, point)} × ${nameOf(name, across)}`}
      corner={nameOf(name, point)}
      rows={sorted.map((each) => (name === 'rolls' ? word(each) : each))}
      columns={values.map((each) => [SHORT[each] ?? each, nameOf(name, each)] as const)}
      valueAt={(row, column) => known.get(`${sorted[row]} ${values[column]}`)}
      format={count}
    />
  )
}
