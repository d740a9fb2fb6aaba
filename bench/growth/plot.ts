/**
 * The picture of `bench/results/growth.json`: a line for each question, a dot for each size, and a
 * ring for what the largest one took before.
 *
 * Usage: `node bench/growth/plot.ts bench/results/growth.json bench/results/growth.svg`
 */
import { readFileSync, writeFileSync } from 'node:fs'

type Figure = { readonly what: string; readonly p50: number }
type Results = {
  readonly machine: string
  readonly date: string
  readonly sizes: readonly { readonly orders: number; readonly figures: readonly Figure[] }[]
  readonly before?: { readonly orders: number; readonly figures: readonly Figure[] }
}

const [LEFT, WIDTH, ROW, TOP] = [250, 460, 20, 70]
const LEAST_MS = 0.1
const DECADES = 4
const COLOURS = ['#9ecae1', '#4292c6', '#08306b']

const [from = '', to = ''] = process.argv.slice(2)
writeFileSync(to, picture(JSON.parse(readFileSync(from, 'utf8'))))

function picture({ machine, date, sizes, before }: Results): string {
  const names = sizes.at(-1)?.figures.map(({ what }) => what) ?? []
  const height = TOP + names.length * ROW + 30
  const lines = names.flatMap((what, index) => {
    const y = TOP + index * ROW
    const dots = sizes.flatMap(({ figures }, size) => {
      const ms = msOf(figures, what)
      return ms === undefined ? [] : [dot({ x: placeOf(ms), y, fill: COLOURS[size] ?? '#000' })]
    })
    const earlier = before && msOf(before.figures, what)
    const ring = earlier === undefined ? [] : [dot({ x: placeOf(earlier), y, fill: 'none' })]
    const name = `<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${what}</text>`
    const line = `<path d="M${LEFT} ${y}h${WIDTH}" stroke="#e5e5e5"/>`
    return [line, name, ...ring, ...dots]
  })
  const scale = Array.from({ length: DECADES + 1 }, (_, decade) => {
    const x = placeOf(LEAST_MS * 10 ** decade)
    const label = `<text x="${x}" y="50" text-anchor="middle">${LEAST_MS * 10 ** decade} ms</text>`
    return `${label}<path d="M${x} 56V${height - 20}" stroke="#ccc"/>`
  })
  const key = sizes.map(({ orders }, index) => {
    const x = LEFT + index * 150
    const text = `<text x="${x + 10}" y="26">${orders.toLocaleString('en')} orders</text>`
    return dot({ x, y: 22, fill: COLOURS[index] ?? '#000' }) + text
  })
  const title = `Median of each answer, ${machine}, ${date}; rings: before decision 0096`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="${height}"
  font-family="system-ui, sans-serif" font-size="12">
<title>${title}</title>
<rect width="100%" height="100%" fill="#fff"/>
${[...key, ...scale, ...lines].join('\n')}
<text x="12" y="${height - 6}" font-size="10">${title}</text>
</svg>
`
}

function msOf(figures: readonly Figure[], name: string): number | undefined {
  return figures.find(({ what }) => what === name)?.p50
}

function placeOf(ms: number): number {
  return Math.round(LEFT + (Math.log10(ms / LEAST_MS) / DECADES) * WIDTH)
}

type Dot = { readonly x: number; readonly y: number; readonly fill: string }
function dot({ x, y, fill }: Dot): string {
  return `<circle cx="${x}" cy="${y}" r="5" fill="${fill}" stroke="#08306b"/>`
}
