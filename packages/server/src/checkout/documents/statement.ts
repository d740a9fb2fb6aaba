/** A statement: the payments made, the debt, and every payment with its state. */
import { subtract } from '@svc/api'
import type { StatementData } from './document-data.ts'
import type { Block } from './html.ts'
import { datesLine, rows, writeToLine } from './sections.ts'
import { type Wording, withdrawalLastDay } from './wording.ts'

export function statementBlocks(data: StatementData, wording: Wording): Block[] {
  const { texts, amount, date } = wording
  const { loan } = data
  return [
    {
      kind: 'figures',
      figures: [
        [texts.owedTotal, amount(loan.owedAmount)],
        [texts.owedNow, amount(loan.dueAmount)],
        [texts.owedComing, amount(subtract(loan.owedAmount, loan.dueAmount))],
        [texts.paidSoFar, amount(loan.paidAmount)],
      ],
    },
    rows(texts.titles.statement, [
      [texts.borrower, data.buyer.name],
      [texts.owedLate, amount(loan.lateAmount)],
      [texts.comingInterest, amount(loan.comingInterest), texts.comingInterestMeans],
      [texts.creditToYou, amount(loan.creditAmount)],
      ...(loan.writtenOff === 0 ? [] : [[texts.writtenOff, amount(loan.writtenOff)] as const]),
    ]),
    { kind: 'heading', text: texts.table },
    loan.instalments.length === 0
      ? { kind: 'paragraphs', texts: [datesLine(data, wording)] }
      : instalmentsTable(data, wording),
    { kind: 'heading', text: texts.payments },
    paymentsBlock(data, wording),
    { kind: 'paragraphs', texts: [texts.tableRightMeans, ...writeToLine(data, wording)] },
    { kind: 'heading', text: texts.withdrawal },
    { kind: 'paragraphs', texts: [texts.withdrawalUntil(date(withdrawalLastDay(data)))] },
  ]
}

function instalmentsTable({ loan, order }: StatementData, wording: Wording): Block {
  const { texts, plain, shortDate } = wording
  const { columns } = texts
  const number = true
  const charged = loan.instalments.some(({ fee, lateCharge }) => fee > 0 || lateCharge > 0)
  return {
    kind: 'table',
    caption: texts.tableOf(order.currency),
    columns: [
      { title: columns.number, number },
      { title: columns.dueDate },
      { title: columns.capital, number },
      { title: columns.interest, number },
      ...(charged
        ? [
            { title: columns.fee, number },
            { title: columns.late, number },
          ]
        : []),
      { title: columns.paid, number },
      { title: columns.open, number },
      { title: columns.state },
    ],
    rows: loan.instalments.map((each) => [
      String(each.number),
      shortDate(each.dueDate),
      plain(each.capital),
      plain(each.interest),
      ...(charged ? [plain(each.fee), plain(each.lateCharge)] : []),
      plain(each.settled),
      plain(each.open),
      texts.states[each.state],
    ]),
  }
}

function paymentsBlock({ loan, order }: StatementData, wording: Wording): Block {
  const { texts, plain, shortDate } = wording
  if (loan.payments.length === 0) return { kind: 'paragraphs', texts: [texts.noPayments] }
  return {
    kind: 'table',
    caption: `${texts.payments} (${order.currency})`,
    columns: [
      { title: texts.columns.date },
      { title: texts.columns.what },
      { title: texts.columns.value, number: true },
    ],
    rows: loan.payments.map(({ on, kind, amount }) => [
      shortDate(on),
      texts.movements[kind],
      plain(amount),
    ]),
  }
}
