/** A language at work on one document: its texts, and the data's amounts and days in its words. */

import {
  add,
  type Cents,
  type DocumentLanguage,
  divideHalfEven,
  type Rate,
  subtract,
} from '@svc/api'
import { lastDayToWithdraw } from '../../model/loan/withdrawal.ts'
import { type Day, dayOf, daysBetween } from '../../platform/time/calendar.ts'
import type { DocumentData, DocumentPayment } from './document-data.ts'
import {
  amountText,
  dateText,
  fineAmountText,
  momentText,
  plainAmount,
  rateText,
  shortDateText,
} from './format.ts'
import { textsOf } from './languages.ts'
import type { Texts } from './texts.ts'

/** Hundredths of a percent a year in one: 10000 × 12 months. */
const MONTHLY_DENOMINATOR = 120_000n
const TEN_THOUSANDTHS_OF_CENT = 100n

export type Wording = {
  readonly language: DocumentLanguage
  readonly texts: Texts
  readonly amount: (amount: Cents) => string
  readonly plain: (amount: Cents) => string
  readonly rate: (rate: Rate) => string
  readonly date: (day: Day) => string
  readonly shortDate: (day: Day) => string
  readonly moment: (at: Date) => string
  /** `2, 5 and 10` */
  readonly list: (items: readonly (string | number)[]) => string
}

/** Making one costs more than writing a document. */
const LISTED: Readonly<Record<DocumentLanguage, Intl.ListFormat>> = {
  es: new Intl.ListFormat('es', { type: 'conjunction' }),
  en: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
}

export function wordingOf({ order, timeZone }: DocumentData, language: DocumentLanguage): Wording {
  const texts = textsOf[language]
  const { notation } = texts
  return {
    language,
    texts,
    amount: (amount) => amountText(amount, order.currency, notation),
    plain: (amount) => plainAmount(amount, notation),
    rate: (rate) => rateText(rate, notation),
    date: (day) => dateText(day, notation),
    shortDate: (day) => shortDateText(day, notation),
    moment: (at) => momentText(at, timeZone, notation),
    list: (items) => LISTED[language].format(items.map(String)),
  }
}

/** The credit without the down payment, which the buyer pays at signing. */
export function totalCredit({ order, offer }: DocumentData): Cents {
  return subtract(order.amount, offer.downpaymentAmount)
}

export function totalCost({ offer }: DocumentData): Cents {
  return add(offer.totalInterest, offer.totalFees)
}

export function totalPayable(data: DocumentData): Cents {
  return add(totalCredit(data), totalCost(data))
}

/** The day that the payments are counted from. */
export function firstDay({ signedAt, madeAt, timeZone }: DocumentData): Day {
  return dayOf(signedAt ?? madeAt, timeZone)
}

/** That of the loan; before there is one, that of a store which confirms on the day of signing. */
export function withdrawalLastDay(data: DocumentData): Day {
  const signedOn = firstDay(data)
  return (
    data.withdrawableUntil ?? lastDayToWithdraw({ concludedOn: signedOn, receivedOn: signedOn })
  )
}

/** Without the down payment. */
export function repayments({ offer }: DocumentData): readonly DocumentPayment[] {
  return offer.schedule.filter(({ number }) => number > 0)
}

/**
 * The cost of a day in the first period: a month's interest over its days, as interest of a part of
 * a period is computed.
 */
export function interestPerDay(data: DocumentData, { texts }: Wording): string {
  const { nominalRate } = data.offer
  const due = repayments(data)[0]?.dueDate ?? data.startsOn
  const days = Math.max(1, daysBetween(data.startsOn, due))
  const yearly = BigInt(totalCredit(data)) * BigInt(nominalRate) * TEN_THOUSANDTHS_OF_CENT
  const parts = divideHalfEven(yearly, MONTHLY_DENOMINATOR * BigInt(days))
  return fineAmountText(parts, data.order.currency, texts.notation)
}
