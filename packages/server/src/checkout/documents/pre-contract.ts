/**
 * The pre-contractual information: every item of the European form (Directive (EU) 2023/2225,
 * Annex I), those of its first part first and on a page of their own.
 */
import type { DocumentData } from './document-data.ts'
import type { Block, RowOfText } from './html.ts'
import {
  allLateLines,
  aprText,
  complaintsRows,
  contactLine,
  creditorName,
  creditorRows,
  datesLine,
  durationText,
  figures,
  goodsRows,
  instalmentLines,
  intermediaryRows,
  lateLines,
  rows,
  scheduleTable,
  withdrawalLines,
  writeToLine,
} from './sections.ts'
import { totalCost, totalCredit, totalPayable, type Wording } from './wording.ts'

export function preContractBlocks(data: DocumentData, wording: Wording): Block[] {
  const { texts } = wording
  return [
    { kind: 'heading', text: texts.partOne },
    figures(data, wording),
    rows(texts.partOne, keyRows(data, wording)),
    { kind: 'notice', text: texts.consequencesMeans },
    { kind: 'page' },
    { kind: 'heading', text: texts.partTwo },
    rows(texts.partTwo, [...creditorRows(data, wording), ...intermediaryRows(data, wording)]),
    { kind: 'heading', text: texts.features },
    rows(texts.features, featureRows(data, wording)),
    { kind: 'heading', text: texts.table },
    scheduleTable(data, wording),
    { kind: 'paragraphs', texts: [datesLine(data, wording)] },
    { kind: 'heading', text: texts.costs },
    rows(texts.costs, costRows(data, wording)),
    { kind: 'heading', text: texts.legal },
    rows(texts.legal, legalRows(data, wording)),
    { kind: 'heading', text: texts.distance },
    rows(texts.distance, complaintsRows(data, wording)),
  ]
}

/** The first part has to fit there. */
const ARTICLES_ON_FIRST_PAGE = 3

/** Part I of the form. */
function keyRows(data: DocumentData, wording: Wording): RowOfText[] {
  const { texts, amount, rate } = wording
  const { lender, store, offer } = data
  return [
    [texts.creditor, creditorName(data)],
    ...(lender === null ? [] : [[texts.intermediary, store.name] as const]),
    [texts.totalCredit, amount(totalCredit(data)), texts.totalCreditMeans],
    [texts.duration, durationText(data, wording)],
    [texts.borrowingRate, texts.fixed(rate(offer.nominalRate))],
    [texts.apr, aprText(data, wording), texts.aprMeans],
    [texts.totalPayable, amount(totalPayable(data)), texts.totalPayableMeans],
    ...goodsRows(data, wording, ARTICLES_ON_FIRST_PAGE),
    [texts.instalments, ...instalmentLines(data, wording)],
    [texts.late, ...lateLines(data, wording)],
    [texts.withdrawal, `${texts.yes} ${texts.withdrawalMeans}`],
    [texts.early, `${texts.yes} ${texts.earlyMeans} ${texts.earlyCompensation}`],
    [texts.contact, contactLine(data, wording)],
  ]
}

function featureRows(data: DocumentData, wording: Wording): RowOfText[] {
  const { texts } = wording
  return [
    [texts.type, texts.products[data.offer.product]],
    [texts.drawdown, texts.drawdownMeans],
    [texts.allocationTitle, texts.allocation],
    [texts.sureties, texts.none],
    [texts.reductionsTitle, texts.reductions],
    [texts.linked, texts.linkedMeans],
  ]
}

function costRows(data: DocumentData, wording: Wording): RowOfText[] {
  const { texts, amount, rate } = wording
  const { offer } = data
  const parts = texts.costParts(amount(offer.totalInterest), amount(offer.totalFees))
  return [
    [texts.borrowingRate, texts.fixed(rate(offer.nominalRate))],
    [texts.apr, aprText(data, wording)],
    [texts.aprAssumptions, texts.aprAssumptionsMeans],
    [texts.totalCost, amount(totalCost(data)), parts],
    ...(offer.savedInterest === 0
      ? []
      : [[texts.discounts, texts.discountsMeans(amount(offer.savedInterest))] as const]),
    [texts.openingFee, offer.totalFees === 0 ? texts.none : amount(offer.totalFees)],
    [texts.ancillary, texts.ancillaryMeans],
    [texts.otherCosts, texts.otherCostsMeans],
    [texts.changes, texts.changesMeans],
    [texts.late, ...allLateLines(data, wording)],
    [texts.consequences, texts.consequencesMeans],
  ]
}

function legalRows(data: DocumentData, wording: Wording): RowOfText[] {
  const { texts } = wording
  return [
    [texts.withdrawal, ...withdrawalLines(data, wording)],
    [texts.early, texts.earlyMeans, ...writeToLine(data, wording), texts.earlyCompensation],
    [texts.database, texts.databaseMeans],
    [texts.automated, texts.automatedMeans],
    [texts.draftCopy, texts.draftCopyMeans],
    [texts.tableRight, texts.tableRightMeans, ...writeToLine(data, wording)],
    [texts.binding, texts.bindingMeans],
  ]
}
