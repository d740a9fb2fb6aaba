/** An offer in words and numbers, for all steps. */
import type { Offer } from '../flow/types.ts'
import {
  dueWithSignature,
  instalmentsOf,
  isDueWithSignature,
  type Payment,
  shortened,
} from './plan.ts'
import { useWriting } from './view.ts'

/** How often and until when. */
export function useRhythm(offer: Offer): string {
  const { texts, formats } = useWriting()
  const payments = instalmentsOf(offer)
  const first = payments[0]?.due_date ?? ''
  const last = payments.at(-1)?.due_date ?? ''
  const { term_days: days, product } = offer
  if (product === 'pay_in_4' && days !== null)
    return texts.offers.everyDays(days, formats.dayOfYear(last))
  if (days !== null) return texts.offers.inDays(days, formats.shortDay(first))
  if (payments.length === 1) return texts.offers.once(formats.day(first))
  // Within a year one year is enough for both, and the line fits a phone.
  const near = last < `${Number(first.slice(0, 4)) + 1}${first.slice(4)}`
  const from = near ? formats.dayOfYear(first) : formats.shortDay(first)
  return texts.offers.monthly(from, formats.shortDay(last))
}

/** The rates required by law, the annual one no less prominent than the other. */
export function Rates({ offer }: { readonly offer: Offer }) {
  const { texts, formats } = useWriting()
  return (
    <dl class="rates">
      <div>
        <dt>{texts.facts.annualRate}</dt>
        <dd>{formats.rate(offer.annual_equivalent)}</dd>
      </div>
      <div>
        <dt>{texts.facts.nominalRate}</dt>
        <dd>{formats.rate(offer.nominal_rate)}</dd>
      </div>
      <div>
        <dt>{texts.facts.total}</dt>
        <dd>{formats.money(offer.total_amount)}</dd>
      </div>
    </dl>
  )
}

export function Facts({ offer, total }: { readonly offer: Offer; readonly total: number }) {
  const { texts, formats } = useWriting()
  const { facts } = texts
  const payments = instalmentsOf(offer)
  const [first] = payments
  const last = payments.at(-1)
  const orNothing = (amount: number) => (amount === 0 ? facts.none : formats.money(amount))
  const on = (payment: Payment | undefined) =>
    payment === undefined
      ? ''
      : facts.on(formats.money(payment.amount), formats.shortDay(payment.due_date))
  const rows: (readonly [string, string])[] = [
    [facts.credit, formats.money(total - offer.downpayment_amount)],
    [facts.interest, orNothing(offer.total_interest)],
    [facts.fees, orNothing(offer.total_fees)],
    [facts.today, orNothing(dueWithSignature(offer))],
    [payments.length === 1 ? facts.onlyPayment : facts.first, on(first)],
    ...(payments.length === 1 ? [] : [[facts.last, on(last)] as const]),
    [facts.lateCharge, orNothing(offer.late_charge)],
  ]
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Schedule({ offer }: { readonly offer: Offer }) {
  const { texts, formats } = useWriting()
  const { schedule: words } = texts
  const plan = texts.offers.payments(offer.num_instalments, formats.money(offer.amount))
  return (
    // A table wider than the screen moves by itself, also under a keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section class="wide" tabIndex={0} aria-label={`${words.caption}: ${plan}`}>
      <table>
        <caption class="unseen">{words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.date}</th>
            <th scope="col">{words.amount}</th>
            <th scope="col">{words.capital}</th>
            <th scope="col">{words.interest}</th>
            <th scope="col">{words.fee}</th>
          </tr>
        </thead>
        <tbody>
          {offer.schedule.map((each) => (
            <tr key={each.number}>
              <th scope="row">
                {each.number === 0 ? `${words.downPayment}, ` : ''}
                {formats.shortDay(each.due_date)}
              </th>
              <td class="strong">{formats.money(each.amount)}</td>
              <td>{formats.money(each.capital)}</td>
              <td>{formats.money(each.interest)}</td>
              <td>{formats.money(each.fee)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.sum}</th>
            <td class="strong">{formats.money(offer.total_amount)}</td>
            <td />
            <td>{formats.money(offer.total_interest)}</td>
            <td>{formats.money(offer.total_fees)}</td>
          </tr>
        </tfoot>
      </table>
      <p class="hint">{texts.facts.dates}</p>
    </section>
  )
}

/** The payments on a line, at a glance. */
export function Timeline({ offer }: { readonly offer: Offer }) {
  const { texts, formats } = useWriting()
  const { before, between, after } = shortened(offer.schedule)
  const row = ({ number, due_date, amount }: Payment) => {
    const today = isDueWithSignature(offer.product, number)
    return (
      <li key={number} class={today ? 'today' : ''}>
        <span>{today ? texts.schedule.today : formats.day(due_date)}</span>
        <strong>{formats.money(amount)}</strong>
      </li>
    )
  }
  return (
    <ol class="timeline">
      {before.map(row)}
      {between !== null && (
        <li class="between">
          <span>{texts.schedule.more(between.count, formats.money(between.amount))}</span>
        </li>
      )}
      {after.map(row)}
    </ol>
  )
}
