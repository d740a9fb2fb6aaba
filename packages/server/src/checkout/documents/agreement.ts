/** The agreement: parties, terms, table of payments, and who signed it when (article 21). */
import type { DocumentData } from './document-data.ts'
import type { Block, RowOfText } from './html.ts'
import {
  allLateLines,
  aprText,
  complaintsRows,
  creditorName,
  creditorRows,
  datesLine,
  durationText,
  figures,
  goodsRows,
  instalmentLines,
  intermediaryRows,
  rows,
  scheduleTable,
  withdrawalLines,
  writeToLine,
} from './sections.ts'
import { totalCost, totalCredit, totalPayable, type Wording } from './wording.ts'

export function agreementBlocks(data: DocumentData, wording: Wording): Block[] {
  const { texts } = wording
  const { clauses } = texts
  const agreed = texts.agreed(creditorName(data), data.buyer.name, data.store.name)
  return [
    figures(data, wording),
    { kind: 'heading', text: clauses.parties },
    { kind: 'paragraphs', texts: [agreed] },
    rows(clauses.parties, [
      ...creditorRows(data, wording),
      ...intermediaryRows(data, wording),
      ...borrowerRows(data, wording),
    ]),
    { kind: 'heading', text: clauses.credit },
    rows(clauses.credit, creditRows(data, wording)),
    { kind: 'heading', text: clauses.payments },
    rows(clauses.payments, [
      [texts.instalments, ...instalmentLines(data, wording), texts.collected],
      [texts.allocationTitle, texts.allocation],
    ]),
    scheduleTable(data, wording),
    {
      kind: 'paragraphs',
      texts: [datesLine(data, wording), texts.tableRightMeans, ...writeToLine(data, wording)],
    },
    { kind: 'heading', text: clauses.late },
    rows(clauses.late, [
      [texts.late, ...allLateLines(data, wording)],
      [texts.consequences, texts.consequencesMeans],
    ]),
    { kind: 'heading', text: clauses.withdrawal },
    { kind: 'paragraphs', texts: withdrawalLines(data, wording) },
    { kind: 'heading', text: clauses.early },
    rows(clauses.early, [
      [texts.early, texts.earlyMeans, ...writeToLine(data, wording), texts.earlyCompensation],
      [texts.reductionsTitle, texts.reductions],
      [texts.linked, texts.linkedMeans],
    ]),
    { kind: 'heading', text: clauses.data },
    rows(clauses.data, [
      [texts.database, texts.databaseMeans],
      [texts.automated, texts.automatedMeans],
    ]),
    { kind: 'heading', text: clauses.end },
    rows(clauses.end, complaintsRows(data, wording)),
    { kind: 'heading', text: clauses.signature },
    rows(clauses.signature, signatureRows(data, wording)),
  ]
}

export function borrowerRows({ buyer }: DocumentData, { texts }: Wording): RowOfText[] {
  return [
    [texts.borrower, buyer.name],
    [texts.documentId, buyer.documentId ?? texts.notGiven],
    [texts.email, buyer.email],
  ]
}

function creditRows(data: DocumentData, wording: Wording): RowOfText[] {
  const { texts, amount, rate } = wording
  const { offer } = data
  return [
    [texts.type, texts.products[offer.product]],
    ...goodsRows(data, wording),
    [texts.totalCredit, amount(totalCredit(data))],
    [texts.drawdown, texts.drawdownMeans],
    [texts.duration, durationText(data, wording)],
    [texts.borrowingRate, texts.fixed(rate(offer.nominalRate))],
    [texts.apr, aprText(data, wording), texts.aprAssumptionsMeans],
    [
      texts.totalCost,
      amount(totalCost(data)),
      texts.costParts(amount(offer.totalInterest), amount(offer.totalFees)),
    ],
    [texts.totalPayable, amount(totalPayable(data))],
    [texts.changes, texts.changesMeans],
    [texts.sureties, texts.none],
    [texts.ancillary, texts.ancillaryMeans],
  ]
}

/** A draft shows where a signature would stand. */
function signatureRows({ buyer, signedAt }: DocumentData, wording: Wording): RowOfText[] {
  const { texts, moment } = wording
  if (signedAt === null) return [[texts.reference.signed, texts.banner.draft]]
  return [
    [texts.signedBy, buyer.name, buyer.documentId ?? texts.notGiven],
    [texts.reference.signed, moment(signedAt)],
    [texts.signature, texts.signedHow, texts.signedByCreditor],
  ]
}
