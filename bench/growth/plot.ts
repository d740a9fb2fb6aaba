/** The picture of `bench/results/growth.json`: a line for each question, a dot for each size. */
import type { Figure } from '../figures.ts'

type Answer = {
  readonly group: string
  readonly what: string
  readonly p50: number
  readonly p99: number
}
export type Growth = {
  readonly machine: string
  readonly date: string
  readonly sizes: readonly {
    readonly orders: number
    readonly lean?: boolean
    readonly figures: readonly Answer[]
  }[]
  readonly before?: { readonly orders: number; readonly figures: readonly Answer[] }
}

const [LEFT, WIDTH, ROW, TOP] = [250, 460, 20, 70]
const LEAST_MS = 0.1
const DECADES = 4
const COLOURS = ['#9ecae1', '#4292c6', '#fdae6b', '#d94801']

/** The questions in the table at the beginning; the picture has all. */
const SHOWN = [
  ...['order', 'capture', 'events, first page', 'list, first page', 'list, page in the middle'],
  ...['list by status, many', 'statement of a month', 'payout'],
]
const [P50_MAX, P99_MAX, LOOKED_THROUGH_MS_MAX, LENDERS_MS_MAX] = [1.5, 3, 1_000, 150]

/** From the smallest to the largest database of each form. */
export function growthRows({ sizes }: Growth): Figure[] {
  const whole = sizes.filter((size) => size.lean !== true)
  const lean = sizes.filter((size) => size.lean === true)
  return [...rowsOf(whole), ...rowsOf(lean)]
}

function rowsOf(sizes: Growth['sizes']): Figure[] {
  const [small, large] = [sizes[0], sizes.at(-1)]
  if (small === undefined || large === undefined || small === large) return []
  const pairs = large.figures.flatMap((figure) => {
    const before = small.figures.find(({ what }) => what === figure.what)
    return before === undefined ? [] : [{ ...figure, before }]
  })
  const orders = (size: { readonly orders: number }) => size.orders.toLocaleString('en')
  const common = { unit: 'ms', beside: `with ${orders(small)} orders`, less: true }
  const shown = pairs.filter(({ what }) => SHOWN.includes(what))
  const indexed = pairs.filter(({ group }) => group === 'indexed')
  const worst = indexed.toSorted((one, two) => two.p99 / two.before.p99 - one.p99 / one.before.p99)
  const slowest = pairs
    .filter(({ group }) => group === 'looked through')
    .toSorted((one, two) => two.p50 - one.p50)
  const lenders = pairs
    .filter(({ group }) => group === 'over all stores')
    .toSorted((one, two) => two.p99 - one.p99)
  return [
    ...shown.map(({ what, p50, before }) => ({
      ...{ ...common, name: `${what}, ${orders(large)} orders` },
      ...{ value: p50, limit: before.p50, aim: P50_MAX },
    })),
    ...worst.slice(0, 1).map(({ what, p99, before }) => ({
      ...{ ...common, name: `worst 99th percentile, ${orders(large)} orders: ${what}` },
      ...{ value: p99, limit: before.p99, aim: P99_MAX },
    })),
    ...lenders.slice(0, 1).map(({ what, p99 }) => ({
      ...{ name: `99th percentile, ${orders(large)} orders: ${what}`, unit: 'ms', less: true },
      ...{ value: p99, aim: LENDERS_MS_MAX },
    })),
    ...slowest.slice(0, 1).map(({ what, p50 }) => ({
      ...{ name: `slowest scan, ${orders(large)} orders: ${what}`, unit: 'ms', less: true },
      ...{ value: p50, aim: LOOKED_THROUGH_MS_MAX },
    })),
  ]
}

export function growthPicture({ machine, date, sizes, before }: Growth): string {
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
  const key = sizes.map(({ orders, lean }, index) => {
    const x = 30 + index * 180
    const name = `${orders.toLocaleString('en')} ${lean === true ? 'lean ' : ''}orders`
    const text = `<text x="${x + 10}" y="26">${name}</text>`
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

function msOf(figures: readonly Answer[], name: string): number | undefined {
  return figures.find(({ what }) => what === name)?.p50
}

function placeOf(ms: number): number {
  return Math.round(LEFT + (Math.log10(ms / LEAST_MS) / DECADES) * WIDTH)
}

type Dot = { readonly x: number; readonly y: number; readonly fill: string }
function dot({ x, y, fill }: Dot): string {
  return `<circle cx="${x}" cy="${y}" r="5" fill="${fill}" stroke="#08306b"/>`
}
