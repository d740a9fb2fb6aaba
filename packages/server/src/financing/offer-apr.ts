/** The annual percentage rate of an offer's flows, by whole months and days of 365. */
import { type Cents, type Rate, rate } from '@svc/api'
import { addDays, addMonths, type Day, daysBetween } from '../calendar.ts'

type Flow = { readonly day: Day; readonly amount: Cents; readonly direction: 'in' | 'out' }

function yearsBetween(from: Day, to: Day): number {
  const ends = [from, to].every((each) => addDays(each, 1).endsWith('-01'))
  let months = 0
  if (ends) {
    while (addMonths(from, months) < to) months++
    return months / 12
  }
  while (addMonths(to, -(months + 1)) >= from) months++
  return months / 12 + daysBetween(from, addMonths(to, -months)) / 365
}

export function offerRate(flows: readonly Flow[]): Rate | null {
  const first = flows.map(({ day }) => day).sort()[0]
  if (first === undefined) return null
  const timed = flows.map(({ day, amount, direction }) => {
    return { time: yearsBetween(first, day), amount: direction === 'in' ? amount : -amount }
  })
  const value = (x: number) =>
    timed.reduce((sum, { time, amount }) => sum + amount * (1 + x) ** -time, 0)
  let [low, high] = [0, 1e7]
  if (value(high) < 0) return null
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2
    if (value(middle) < 0) low = middle
    else high = middle
  }
  return rate(Math.floor(low * 10_000 + 0.5))
}
