/** When a loan is collected, and what the bank's answers do to it (design §4 and §5). */
import { sum } from './arithmetic.ts'
import { beginningOf, hourOf, weekdayOf } from './calendar.ts'
import { chargeBackOn } from './charge-back.ts'
import { type ModelLoan, openItem } from './loan.ts'
import { comesBackOn, payOn, returnOn } from './loan-moves.ts'
import { dueSince, isCollected, takenAtOnce } from './loan-time.ts'
import { done, type ModelOrder, type Move, timePasses } from './order.ts'

const EIGHT = 8

const momentOf = ({ terms }: ModelLoan, day: number, hour: number): number =>
  hour === 0 ? beginningOf(day, terms.zone) : hourOf(day, hour, terms.zone)

/** When a charge is to be made next: on the due day, then by the plan, once a day at most. */
function nextCharge(loan: ModelLoan): number | undefined {
  const { terms, triedOn, collecting } = loan
  if (!collecting) return undefined
  const tries = loan.items
    .filter((item) => isCollected(loan, item))
    .flatMap((item) => [
      { day: item.dueOn, hour: takenAtOnce(loan, item) ? 0 : EIGHT },
      ...terms.retryDays.map((days) => ({ day: item.dueOn + days, hour: EIGHT })),
    ])
    .filter(({ day }) => triedOn === undefined || day > triedOn)
  const [first] = tries.sort((a, b) => a.day - b.day || a.hour - b.hour)
  return first && momentOf(loan, first.day, first.hour)
}

/** Credit goes back on the next working day. */
function nextReturn(loan: ModelLoan): number | undefined {
  if (loan.creditSince === undefined) return undefined
  let day = loan.creditSince + 1
  while (weekdayOf(day) === 0 || weekdayOf(day) === 6) day++
  return momentOf(loan, day, EIGHT)
}

/** When time has something to do with the loan. */
export function nextDue(loan: ModelLoan): number | undefined {
  const { terms, startsOn, collecting, triedOn } = loan
  const days: number[] = []
  for (const item of loan.items) {
    if (!item.due && startsOn !== undefined) days.push(item.dueOn)
    if (isCollected(loan, item) && item.lateOn === undefined) {
      const tried = !collecting || (triedOn !== undefined && triedOn >= item.dueOn)
      if (tried) days.push(dueSince(item) + terms.lateAfter)
    }
    if (item.due && openItem(item) > 0n && item.lateOn !== undefined) {
      days.push(dueSince(item) + terms.writeOffAfter)
    }
  }
  const moments = days.length === 0 ? [] : [momentOf(loan, Math.min(...days), EIGHT)]
  const all = [...moments, nextCharge(loan), nextReturn(loan)].filter((at) => at !== undefined)
  return all.length === 0 ? undefined : Math.min(...all)
}

/** All that is due and whose last day has come: after a withdrawal the buyer has time to pay. */
const toCharge = (loan: ModelLoan, day: number): bigint =>
  sum(
    loan.items
      .filter((item) => isCollected(loan, item) && item.dueOn <= day)
      .map((item) => openItem(item)),
  )

export type MoneyRequest = { readonly kind: 'charge' | 'return'; readonly amount: bigint }

/** What is asked of the bank; what it answers comes afterwards. */
export function collects(order: ModelOrder, move: Move): MoneyRequest[] {
  const { at, day } = move
  timePasses(order, day)
  const { loan } = order
  if (loan === undefined) return []
  const isOpen = (kind: string) =>
    [...order.payments.values()].some((each) => each.kind === kind && each.state === 'open')
  const requests: MoneyRequest[] = []
  const charge = nextCharge(loan)
  const back = nextReturn(loan)
  const due = toCharge(loan, day)
  if (charge !== undefined && charge <= at && due > 0n && !isOpen('charge')) {
    requests.push({ kind: 'charge', amount: due })
  }
  const credit = loan.credit
  if (back !== undefined && back <= at && credit > 0n && !isOpen('return')) {
    requests.push({ kind: 'return', amount: credit })
    const onLoan = () => returnOn(loan, credit, day)
    done(order, move, { event: 'credit.returned', entry: 'credit_return', onLoan })
  }
  return requests
}

type Heard = 'succeeded' | 'failed' | 'unknown'

/** The bank says what became of a charge or of what was given back. */
export function hears(order: ModelOrder, id: string, heard: Heard, move: Move): void {
  const payment = order.payments.get(id)
  const { loan } = order
  if (payment === undefined || loan === undefined || heard === 'unknown') return
  const { day } = move
  const { amount } = payment
  const before = payment.state
  if (before === heard || before === 'charged_back') return
  payment.state = before === 'succeeded' ? 'charged_back' : heard
  if (payment.kind === 'return') {
    if (payment.state === 'succeeded') return
    const onLoan = () => comesBackOn(loan, amount, day)
    done(order, move, { event: 'payment.failed', entry: 'failed_return', onLoan })
    return
  }
  if (payment.state === 'charged_back') {
    const onLoan = () => chargeBackOn(loan, id, amount, day)
    done(order, move, { event: 'payment.charged_back', entry: 'charge_back', onLoan })
    return
  }
  const tried = () => {
    loan.triedOn = Math.max(loan.triedOn ?? payment.requestedOn, payment.requestedOn)
  }
  if (payment.state === 'failed') {
    const onLoan = () => {
      tried()
      loan.lastOn = Math.max(loan.lastOn, day)
      return { paid: [] }
    }
    done(order, move, { event: 'payment.failed', onLoan })
    return
  }
  const onLoan = () => {
    const paid = payOn(loan, { id, amount, day, how: loan.terms.spread })
    tried()
    return paid
  }
  done(order, move, { event: 'payment.received', entry: 'payment', onLoan })
}
