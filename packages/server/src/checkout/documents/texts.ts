/** Everything that documents say, and how they write it: each language is one object of it. */
import type { DocumentKind, Product } from '@svc/api'
import type { Notation } from './format.ts'

export type Texts = {
  readonly notation: Notation
  readonly titles: Readonly<Record<DocumentKind, string>>
  readonly subtitles: Readonly<Record<DocumentKind, string>>
  readonly products: Readonly<Record<Product, string>>
  readonly banner: {
    readonly sandbox: string
    readonly draft: string
  }
  readonly reference: {
    readonly agreement: string
    readonly order: string
    readonly made: string
    readonly signed: string
    readonly asOf: string
  }
  readonly notGiven: string
  readonly none: string
  readonly yes: string
  readonly partOne: string
  readonly partTwo: string
  readonly features: string
  readonly costs: string
  readonly legal: string
  readonly distance: string
  readonly creditor: string
  readonly legalForm: string
  readonly taxId: string
  readonly creditorReference: string
  readonly intermediary: string
  readonly borrower: string
  readonly address: string
  readonly email: string
  readonly phone: string
  readonly website: string
  readonly registration: string
  readonly supervisor: string
  readonly documentId: string
  readonly totalCredit: string
  readonly totalCreditMeans: string
  readonly duration: string
  readonly borrowingRate: string
  readonly fixed: (rate: string) => string
  readonly apr: string
  readonly aprMeans: string
  readonly noApr: string
  readonly totalPayable: string
  readonly totalPayableMeans: string
  readonly totalCost: string
  readonly costParts: (interest: string, fees: string) => string
  readonly goods: string
  readonly goodsMore: (count: string) => string
  readonly cashPrice: string
  readonly downPayment: string
  readonly downPaymentMeans: (amount: string, whole: string) => string
  readonly instalments: string
  readonly everyMonth: (count: string, amount: string) => string
  readonly everyDays: (count: string, amount: string, days: string) => string
  readonly once: (amount: string) => string
  readonly lastDiffers: (amount: string) => string
  readonly feeInDownPayment: (amount: string) => string
  readonly feeInFirst: (amount: string) => string
  readonly firstAndLast: (first: string, last: string) => string
  readonly allocationTitle: string
  readonly allocation: string
  readonly datesMove: string
  readonly payLaterDates: (days: string) => string
  readonly durationMonths: (count: string, last: string) => string
  readonly durationDays: (days: string, last: string) => string
  readonly late: string
  readonly lateCharge: (amount: string, days: string) => string
  readonly noLateCharge: string
  readonly noInterestOnLate: string
  readonly retries: (days: string) => string
  readonly consequences: string
  readonly consequencesMeans: string
  readonly withdrawal: string
  readonly withdrawalMeans: string
  readonly withdrawalBegins: string
  readonly withdrawalUnconfirmed: string
  readonly withdrawalUntil: (last: string) => string
  readonly withdrawalFrom: (last: string) => string
  readonly withdrawalHow: string
  readonly withdrawalPay: (perDay: string) => string
  readonly noWithdrawalLoss: string
  readonly linked: string
  readonly linkedMeans: string
  readonly early: string
  readonly earlyMeans: string
  readonly earlyCompensation: string
  readonly reductions: string
  readonly reductionsTitle: string
  readonly contact: string
  readonly type: string
  readonly drawdown: string
  readonly drawdownMeans: string
  readonly sureties: string
  readonly ancillary: string
  readonly ancillaryMeans: string
  readonly openingFee: string
  readonly otherCosts: string
  readonly otherCostsMeans: string
  readonly changes: string
  readonly changesMeans: string
  readonly discounts: string
  readonly discountsMeans: (amount: string) => string
  readonly aprAssumptions: string
  readonly aprAssumptionsMeans: string
  readonly database: string
  readonly databaseMeans: string
  readonly automated: string
  readonly automatedMeans: string
  readonly draftCopy: string
  readonly draftCopyMeans: string
  readonly binding: string
  readonly bindingMeans: string
  readonly tableRight: string
  readonly tableRightMeans: string
  /** Where to request it, by a contact of the creditor's. */
  readonly writeTo: (contact: string) => string
  readonly law: string
  readonly lawMeans: string
  readonly languages: string
  readonly languagesMeans: string
  readonly complaints: string
  readonly complaintsMeans: (body: string) => string
  readonly complaintsBody: string
  readonly table: string
  readonly tableOf: (currency: string) => string
  readonly columns: {
    readonly number: string
    readonly dueDate: string
    readonly amount: string
    readonly capital: string
    readonly interest: string
    readonly fee: string
    readonly left: string
    readonly paid: string
    readonly open: string
    readonly state: string
    readonly late: string
    readonly date: string
    readonly what: string
    readonly value: string
    readonly total: string
  }
  readonly states: {
    readonly paid: string
    readonly due: string
    readonly late: string
    readonly coming: string
  }
  readonly movements: {
    readonly payment: string
    readonly reduction: string
    readonly charge_back: string
    readonly returned: string
  }
  readonly payments: string
  readonly noPayments: string
  readonly owedNow: string
  readonly owedLate: string
  readonly owedComing: string
  readonly comingInterest: string
  readonly comingInterestMeans: string
  readonly writtenOff: string
  readonly owedTotal: string
  readonly paidSoFar: string
  readonly creditToYou: string
  readonly clauses: {
    readonly parties: string
    readonly credit: string
    readonly payments: string
    readonly late: string
    readonly withdrawal: string
    readonly early: string
    readonly data: string
    readonly end: string
    readonly signature: string
  }
  readonly agreed: (creditor: string, borrower: string, store: string) => string
  readonly collected: string
  readonly signature: string
  readonly signedBy: string
  readonly signedHow: string
  readonly signedByCreditor: string
  readonly form: {
    readonly to: string
    readonly text: (agreement: string, store: string) => string
    readonly lastDay: string
    readonly place: string
    readonly date: string
    readonly signature: string
    readonly instructions: string
  }
  readonly footer: {
    readonly page: (kind: string, reference: string) => string
    readonly times: (zone: string) => string
  }
}
