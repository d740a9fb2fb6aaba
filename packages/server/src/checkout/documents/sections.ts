/** Parts that several documents have in common, each written once. */
import { add, type Cents, subtract, ZERO } from '@svc/api'
import { daysBetween } from '../../platform/time/calendar.ts'
import type { DocumentData, DocumentPayment } from './document-data.ts'
import type { Block, RowOfText } from './html.ts'
import {
  firstDay,
  interestPerDay,
  repayments,
  totalCost,
  totalCredit,
  totalPayable,
  type Wording,
  withdrawalLastDay,
} from './wording.ts'

/** Articles that are named; the others are counted. */
const ARTICLES_NAMED = 10

export function creditorName({ lender, store }: DocumentData): string {
  return lender?.name ?? store.name
}

export function rows(caption: string, all: readonly RowOfText[]): Block {
  return { kind: 'rows', caption, rows: all }
}

/** The creditor, and their contact. */
export function creditorRows(data: DocumentData, { texts }: Wording): RowOfText[] {
  const { lender, store } = data
  return [
    [texts.creditor, creditorName(data)],
    ...versionRows(data, texts),
    [texts.address, lender?.address ?? texts.notGiven],
    [texts.email, lender?.email ?? texts.notGiven],
    [texts.phone, lender?.phone ?? texts.notGiven],
    [texts.website, (lender === null ? store.url : lender.url) ?? texts.notGiven],
  ]
}

/** Of a creditor named by terms, with their version (the auditor looks for it). */
function versionRows({ lender }: DocumentData, texts: Wording['texts']): RowOfText[] {
  if (lender?.creditor === undefined) return []
  const { id, version, legal_form, tax_id } = lender.creditor
  return [
    [texts.legalForm, legal_form ?? texts.notGiven],
    [texts.taxId, tax_id ?? texts.notGiven],
    [texts.creditorReference, `${id}/${version}`],
  ]
}

/** The store, where somebody else is the creditor. */
export function intermediaryRows({ lender, store }: DocumentData, { texts }: Wording): RowOfText[] {
  if (lender === null) return []
  return [[texts.intermediary, store.name, ...(store.url === null ? [] : [store.url])]]
}

export function contactLine({ lender, store }: DocumentData, { texts }: Wording): string {
  const known = [lender?.email, lender?.phone, lender?.address, lender?.url ?? store.url]
  const given = known.filter((each) => typeof each === 'string')
  return given.length === 0 ? texts.notGiven : given.join(' · ')
}

/** A document without a page of its own is requested by letter: empty if no address is known. */
export function writeToLine({ lender, store }: DocumentData, { texts }: Wording): string[] {
  const contact = lender?.email ?? lender?.address ?? lender?.url ?? store.url
  return contact === null ? [] : [texts.writeTo(contact)]
}

export function goodsRows(
  { order, offer }: DocumentData,
  { texts, amount }: Wording,
  articlesNamed: number = ARTICLES_NAMED,
): RowOfText[] {
  const named = order.articles.slice(0, articlesNamed)
  const more = order.articles.length - named.length
  const lines = named.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`))
  const all = more === 0 ? lines : [...lines, texts.goodsMore(String(more))]
  const down = offer.schedule.find(({ number }) => number === 0)
  const goods: RowOfText[] = [
    [texts.goods, ...all],
    [texts.cashPrice, amount(order.amount)],
  ]
  if (down === undefined) return goods
  const part = texts.downPaymentMeans(amount(down.capital), amount(offer.totalAmount))
  const fee = down.fee > 0 ? [texts.feeInDownPayment(amount(down.fee))] : []
  return [...goods, [texts.downPayment, part, ...fee]]
}

export function durationText(data: DocumentData, { texts, date }: Wording): string {
  const { product, numInstalments } = data.offer
  const last = repayments(data).at(-1)?.dueDate ?? firstDay(data)
  if (product === 'instalments') return texts.durationMonths(String(numInstalments), date(last))
  return texts.durationDays(String(daysBetween(firstDay(data), last)), date(last))
}

/** How many payments of how much, and when: an ordinary one is shown without the opening fee. */
export function instalmentLines(data: DocumentData, { texts, amount, date }: Wording): string[] {
  const { offer } = data
  const all = repayments(data)
  const first = all[0]
  const last = all.at(-1)
  if (first === undefined || last === undefined) return [texts.none]
  const regular = subtract(first.amount, first.fee)
  const count = String(all.length)
  const days = offer.termDays
  const how =
    all.length === 1
      ? texts.once(amount(regular))
      : days === null
        ? texts.everyMonth(count, amount(regular))
        : texts.everyDays(count, amount(regular), String(days))
  return [
    how,
    ...(all.length > 1 && last.amount !== regular ? [texts.lastDiffers(amount(last.amount))] : []),
    ...(first.fee > 0 ? [texts.feeInFirst(amount(first.fee))] : []),
    texts.firstAndLast(date(first.dueDate), date(last.dueDate)),
  ]
}

/** Conditions that may move the dates. */
export function datesLine({ offer }: DocumentData, { texts }: Wording): string {
  if (offer.product !== 'pay_later') return texts.datesMove
  return texts.payLaterDates(String(offer.termDays ?? 0))
}

export function lateLines(
  { offer, collection }: DocumentData,
  { texts, amount }: Wording,
): string[] {
  if (offer.lateCharge === 0) return [texts.noLateCharge]
  const days = String(collection.lateAfterDays)
  return [texts.lateCharge(amount(offer.lateCharge), days), texts.noInterestOnLate]
}

/** With what happens before a payment is late. */
export function allLateLines(data: DocumentData, wording: Wording): string[] {
  const { retryDays } = data.collection
  const charge = lateLines(data, wording)
  if (retryDays.length === 0) return charge
  return [...charge, wording.texts.retries(wording.list(retryDays))]
}

/** Papers that are signed before the confirmation cannot know its day. */
function lastDayLine(data: DocumentData, { texts, date }: Wording): string {
  const last = date(withdrawalLastDay(data))
  return data.withdrawableUntil === null ? texts.withdrawalFrom(last) : texts.withdrawalUntil(last)
}

export function withdrawalLines(data: DocumentData, wording: Wording): string[] {
  const { texts } = wording
  return [
    texts.withdrawalMeans,
    texts.withdrawalBegins,
    ...(data.signedAt === null ? [] : [lastDayLine(data, wording)]),
    texts.withdrawalUnconfirmed,
    texts.withdrawalHow,
    texts.withdrawalPay(interestPerDay(data, wording)),
    texts.noWithdrawalLoss,
  ]
}

export function complaintsRows({ lender }: DocumentData, { texts }: Wording): RowOfText[] {
  return [
    [texts.registration, lender?.registration ?? texts.notGiven],
    [texts.supervisor, lender?.supervisor ?? texts.notGiven],
    [texts.complaints, texts.complaintsMeans(lender?.complaints ?? texts.complaintsBody)],
    [texts.law, texts.lawMeans],
    [texts.languages, texts.languagesMeans],
  ]
}

export function aprText({ offer }: DocumentData, { texts, rate }: Wording): string {
  return offer.annualEquivalent === null ? texts.noApr : rate(offer.annualEquivalent)
}

/** The figures that compare offers, before all else. */
export function figures(data: DocumentData, wording: Wording): Block {
  const { texts, amount, rate } = wording
  return {
    kind: 'figures',
    figures: [
      [texts.apr, aprText(data, wording)],
      [texts.borrowingRate, rate(data.offer.nominalRate)],
      [texts.totalCredit, amount(totalCredit(data))],
      [texts.totalCost, amount(totalCost(data))],
      [texts.totalPayable, amount(totalPayable(data))],
    ],
  }
}

/** The table of payments: each with its parts, and the capital that is left after it. */
export function scheduleTable({ offer, order }: DocumentData, wording: Wording): Block {
  const { columns, tableOf } = wording.texts
  const { plain, shortDate } = wording
  const fees = offer.totalFees > 0
  const number = true
  const sum = (part: (payment: DocumentPayment) => Cents) =>
    plain(add(ZERO, ...offer.schedule.map(part)))
  let left = order.amount
  const written = offer.schedule.map((payment) => {
    left = subtract(left, payment.capital)
    return [
      String(payment.number),
      shortDate(payment.dueDate),
      plain(payment.amount),
      plain(payment.capital),
      plain(payment.interest),
      ...(fees ? [plain(payment.fee)] : []),
      plain(left),
    ]
  })
  return {
    kind: 'table',
    caption: tableOf(order.currency),
    columns: [
      { title: columns.number, number },
      { title: columns.dueDate },
      { title: columns.amount, number },
      { title: columns.capital, number },
      { title: columns.interest, number },
      ...(fees ? [{ title: columns.fee, number }] : []),
      { title: columns.left, number },
    ],
    rows: written,
    total: [
      '',
      columns.total,
      sum(({ amount }) => amount),
      sum(({ capital }) => capital),
      sum(({ interest }) => interest),
      ...(fees ? [sum(({ fee }) => fee)] : []),
      '',
    ],
  }
}
