/** Data of documents, for their tests: what is not named is an ordinary order. */
import { add, type Cents, cents, type Product, rate, subtract, ZERO } from '@svc/api'
import type {
  DocumentData,
  DocumentOffer,
  StatementData,
  StatementInstalment,
} from '../checkout/documents/document-data.ts'
import { annuitySchedule, totalInterest } from '../model/financing/schedule.ts'
import type { Lender } from '../model/stores/store-account.ts'
import { addDays, addMonths, dayOf } from '../platform/time/calendar.ts'

export const lender: Lender = {
  name: 'Crédito Claro, E.F.C., S.A.',
  address: 'Calle de Alcalá 1, 28014 Madrid',
  email: 'clientes@credito-claro.example',
  phone: '+34 910 000 000',
  url: 'https://credito-claro.example',
  registration: 'Registro de entidades del Banco de España, n.º 9999',
  supervisor: 'Banco de España, calle de Alcalá 48, 28014 Madrid',
  complaints: 'Banco de España, Departamento de Conducta de Entidades',
}

export type Wish = {
  readonly product?: Product
  readonly amount?: number
  readonly count?: number
  readonly nominalRate?: number
  readonly annualEquivalent?: number
  readonly fee?: number
  readonly downpayment?: number
  readonly lateCharge?: number
  /** When it is signed. */
  readonly at?: string
}

const ZONE = 'Europe/Madrid'

export function sampleOffer(wish: Wish): DocumentOffer {
  const { product = 'instalments', amount = 45_000, count = 12, nominalRate = 1_200 } = wish
  const on = dayOf(new Date(wish.at ?? '2026-11-21T10:40:07Z'), ZONE)
  const fee = cents(wish.fee ?? 0)
  const down = cents(wish.downpayment ?? 0)
  const parts = annuitySchedule(subtract(cents(amount), down), count, rate(nominalRate))
  const due = (number: number) => {
    if (product === 'instalments') return addMonths(on, number)
    return addDays(on, product === 'pay_in_4' ? 30 * (number - 1) : 15)
  }
  const first = { number: 0, capital: down, interest: ZERO }
  const items = down === 0 ? parts : [first, ...parts]
  return {
    product,
    numInstalments: count,
    nominalRate: rate(nominalRate),
    annualEquivalent: rate(wish.annualEquivalent ?? 1_268),
    downpaymentAmount: down,
    totalInterest: totalInterest(parts),
    totalFees: fee,
    totalAmount: add(cents(amount), totalInterest(parts), fee),
    savedInterest: ZERO,
    lateCharge: cents(wish.lateCharge ?? 0),
    termDays: product === 'instalments' ? null : product === 'pay_in_4' ? 30 : 15,
    schedule: items.map(({ number, capital, interest }, index) => {
      const own = index === 0 ? fee : ZERO
      return {
        number,
        dueDate: due(number),
        amount: add(capital, interest, own),
        capital,
        interest,
        fee: own,
      }
    }),
  }
}

export function sampleDocument(wish: Wish = {}, more: Partial<DocumentData> = {}): DocumentData {
  const at = new Date(wish.at ?? '2026-11-21T10:40:07Z')
  return {
    sandbox: false,
    timeZone: ZONE,
    store: { name: 'Bicicletas Norte', url: 'https://bicicletas-norte.example' },
    lender,
    buyer: { name: 'Ada Prueba García', email: 'ada@example.com', documentId: '12345678Z' },
    order: {
      id: '691f2a77c0ffee00c0ffee00c0ffee00',
      mid: 'order-1001',
      amount: cents(wish.amount ?? 45_000),
      currency: 'EUR',
      articles: [
        { name: 'Bicicleta urbana de siete marchas', quantity: 1 },
        { name: 'Casco', quantity: 2 },
      ],
    },
    offer: sampleOffer(wish),
    startsOn: dayOf(at, ZONE),
    collection: { retryDays: [2, 5, 10], lateAfterDays: 3 },
    madeAt: at,
    signedAt: at,
    withdrawableUntil: null,
    ...more,
  }
}

/** Three payments made, the fourth late, the fifth due. */
export function sampleStatement(wish: Wish = {}): StatementData {
  const data = sampleDocument(wish)
  const charge = cents(wish.lateCharge ?? 0)
  const states = ['paid', 'paid', 'paid', 'late', 'due'] as const
  const instalments = data.offer.schedule.map((payment, index): StatementInstalment => {
    const state = states[index] ?? 'coming'
    const lateCharge = state === 'late' ? charge : ZERO
    const whole = add(payment.amount, lateCharge)
    const settled = state === 'paid' ? whole : ZERO
    return { ...payment, lateCharge, settled, open: subtract(whole, settled), state }
  })
  const sum = (of: readonly string[], part: (each: StatementInstalment) => Cents) =>
    add(ZERO, ...instalments.filter(({ state }) => of.includes(state)).map(part))
  const dueAmount = sum(['late', 'due'], ({ open }) => open)
  const paid = instalments.filter(({ state }) => state === 'paid')
  return {
    ...data,
    loan: {
      instalments,
      payments: paid.map(({ dueDate, amount }) => ({ on: dueDate, kind: 'payment', amount })),
      owedAmount: add(
        dueAmount,
        sum(['coming'], ({ capital }) => capital),
      ),
      dueAmount,
      lateAmount: sum(['late'], ({ open }) => open),
      comingInterest: sum(['coming'], ({ interest }) => interest),
      paidAmount: sum(['paid'], ({ settled }) => settled),
      creditAmount: ZERO,
      writtenOff: ZERO,
    },
  }
}
