/**
 * What a stranger reads first: a picture of each file of `bench/results` that lists figures, and
 * the table at the beginning of README.md, which names them all.
 *
 * Usage: `node bench/plot.ts`
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './figures.ts'
import { type Growth, growthPicture, growthRows } from './growth/plot.ts'
import type { Run } from './results.ts'

/** Results of benchmarks without files, noted by hand. */
type Results = {
  readonly title: string
  readonly machine: string
  readonly date: string
  readonly rows: readonly Figure[]
}

const FOLDER = join(import.meta.dirname, 'results')
const README = join(import.meta.dirname, 'README.md')
const [BEGIN, END] = ['<!-- figures: node bench/plot.ts -->', '<!-- /figures -->']
const [LEFT, WIDTH, ROW, TOP] = [270, 240, 22, 54]
/** Longer bars are cut off there. */
const TIMES_MAX = 2
const NOTE = 'A bar to the line reaches its aim; longer is better.'
const [MET, MISSED] = ['#2f7d4f', '#b5472f']

/** The figures to show. */
type Shown = Pick<Results, 'title' | 'rows'> & { readonly file: string; readonly picture: string }

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
const read = files.toSorted().map((name) => ({
  file: name.replace(/json$/, 'svg'),
  results: JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Results | Growth | Run,
}))
const all = [...speed(), ...read.flatMap(shown)]
for (const { file, picture } of all) writeFileSync(join(FOLDER, file), picture)
const readme = readFileSync(README, 'utf8')
const [before = '', rest = ''] = readme.split(BEGIN)
const [, after = ''] = rest.split(END)
writeFileSync(README, `${before}${BEGIN}\n${table()}\n${END}${after}`)

/** The figures with an aim in the last run of each benchmark, in one picture. */
function speed(): Shown[] {
  const runs = read.flatMap(({ results }) => ('bench' in results ? [results] : []))
  const rows = runs.flatMap(({ bench, figures, date, load }) =>
    figures.flatMap(({ what, value, unit, aim, atMost = false }) => {
      if (aim === undefined) return []
      const beside = `\`${bench}\`, ${date.slice(0, 10)}, load ${load[0]}`
      return [{ name: what, value, unit, aim, less: atMost, beside }]
    }),
  )
  const dates = runs.map(({ date }) => date.slice(0, 10)).toSorted()
  const title = 'Speed'
  const date = `${dates[0]} to ${dates.at(-1)}`
  const picture = pictureOf({ title, machine: runs[0]?.machine ?? '', date, rows })
  return [{ file: 'speed.svg', title, rows, picture }]
}

function shown({ file, results }: (typeof read)[number]): Shown[] {
  if ('sizes' in results) {
    const title = 'Growth: the same answers from larger databases'
    return [{ file, title, rows: growthRows(results), picture: growthPicture(results) }]
  }
  // A run is included in the picture of all; experiments have no title.
  if ('bench' in results || !('title' in results)) return []
  const { title, rows } = results
  return [{ file, title, rows, picture: pictureOf(results) }]
}

/** The degree to which it reached the aim: 1 is reached. */
function share({ value, limit = 1, aim, less }: Figure): number {
  const reached = value / limit
  return less === true ? aim / reached : reached / aim
}

function text(value: number, unit: string): string {
  if (unit === 'ratio') return percent(value)
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  const number = value.toLocaleString('en', { maximumFractionDigits: digits })
  return unit.startsWith('/') ? `${number}${unit}` : `${number} ${unit}`
}

function besideOf({ value, limit, beside = '', unit }: Figure): string {
  if (limit === undefined) return beside
  return `${percent(value / limit)} of ${text(limit, unit)} ${beside}`
}

function verdict(row: Figure): string {
  return share(row) >= 1 ? 'met' : '**missed**'
}
function percent(of: number): string {
  return `${(of * 100).toFixed(0)} %`
}
function aimOf({ aim, limit, unit, less }: Figure): string {
  const bound = limit === undefined ? text(aim, unit) : percent(aim)
  return `${less === true ? '≤' : '≥'} ${bound}`
}

function table(): string {
  const lines = all.flatMap(({ title, rows }) => [
    `| **${title}** |  |  |  |  |`,
    ...rows.map((row) => {
      const cells = [row.name, text(row.value, row.unit), besideOf(row), aimOf(row), verdict(row)]
      return `| ${cells.join(' | ')} |`
    }),
  ])
  const pictures = all.map(({ title, file }) => `![${title}](results/${file})`)
  const head = [
    '| figure | measured | compared with its limit, or source | aim |  |',
    '| --- | ---: | ---: | ---: | --- |',
  ]
  return [...head, ...lines, '', ...pictures].join('\n')
}

function pictureOf({ title, machine, date, rows }: Results): string {
  const height = TOP + rows.length * ROW + 24
  const aim = LEFT + WIDTH / TIMES_MAX
  const bars = rows.map((row, index) => {
    const y = TOP + index * ROW
    const length = Math.round((Math.min(share(row), TIMES_MAX) / TIMES_MAX) * WIDTH)
    const colour = share(row) >= 1 ? MET : MISSED
    const label = `${text(row.value, row.unit)}, aim ${aimOf(row)}`
    return `<text x="${LEFT - 10}" y="${y + 11}" text-anchor="end">${row.name}</text>
<rect x="${LEFT}" y="${y}" width="${length}" height="14" fill="${colour}"/>
<text x="${LEFT + WIDTH + 10}" y="${y + 11}">${label}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="${height}"
  font-family="system-ui, sans-serif" font-size="12">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="20" font-size="14" font-weight="600">${title}</text>
<text x="${aim}" y="44" text-anchor="middle">aim</text>
${bars.join('\n')}
<path d="M${aim} 48V${height - 20}" stroke="#333" stroke-dasharray="3 3"/>
<text x="12" y="${height - 6}" font-size="10">${NOTE} ${machine}, ${date}</text>
</svg>
`
}
