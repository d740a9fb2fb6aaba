/** The form by which the buyer withdraws, filled in as far as it can be. */
import { borrowerRows } from './agreement.ts'
import type { DocumentData } from './document-data.ts'
import type { Block } from './html.ts'
import { contactLine, creditorName, rows, withdrawalLines } from './sections.ts'
import { type Wording, withdrawalLastDay } from './wording.ts'

export function withdrawalFormBlocks(data: DocumentData, wording: Wording): Block[] {
  const { texts, date, moment } = wording
  const { form, reference } = texts
  const { order, store, signedAt } = data
  return [
    rows(texts.titles.withdrawal_form, [
      [form.to, creditorName(data), contactLine(data, wording)],
      [form.lastDay, date(withdrawalLastDay(data))],
    ]),
    { kind: 'paragraphs', texts: [form.text(order.id, store.name)] },
    rows(texts.borrower, [
      [reference.agreement, order.id],
      [reference.order, order.mid],
      ...(signedAt === null ? [] : [[reference.signed, moment(signedAt)] as const]),
      ...borrowerRows(data, wording),
    ]),
    { kind: 'blanks', labels: [form.place, form.date, form.signature] },
    { kind: 'heading', text: form.instructions },
    { kind: 'paragraphs', texts: [...withdrawalLines(data, wording), texts.linkedMeans] },
  ]
}
