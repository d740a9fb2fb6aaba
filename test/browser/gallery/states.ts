/** A state of the checkout pages for everything that they can show. */
import type { Progress, State } from '../../../packages/checkout/src/flow/types.ts'
import { offers } from './offers.ts'

export const progress: Progress = {
  id: 'a'.repeat(32),
  status: 'pending',
  status_reason: 'in_process',
  expires_at: '2026-11-21T18:40:00Z',
  now: '2026-11-21T17:58:00Z',
  sandbox: true,
  store: {
    name: 'Ciclos Alameda',
    url: 'https://store.example',
    lender: 'Prestalia, E.F.C., S.A.',
    ...{ color: null, text_color: null, logo: null },
  },
  language: 'es',
  currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' },
  total_amount: 48_600,
  articles: [
    { name: 'Bicicleta urbana Alameda 7, talla M', quantity: 1, price: 45_000 },
    { name: 'Juego de luces recargables', quantity: 2, price: 1_800 },
  ],
  buyer: {
    ...{ email: 'ada@example.com', first_name: 'Ada', last_name: null, phone: null },
    ...{ birthday: null, document_id: null },
  },
  income_required: false,
  signed: null,
  urls: { success: null, pending: null, ko: null, error: null, dismiss: null },
  close_on_success: false,
  card_frame: '/sandbox/card-frame',
  people: [
    { document_id: '12345678Z', outcome: 'accepted' },
    { document_id: '99999995C', outcome: 'checked' },
    { document_id: '99999998T', outcome: 'refused' },
  ],
}
const nobody = {
  first_name: '',
  last_name: '',
  phone: '',
  birthday: '',
  document_id: '',
  email: '',
  income: '',
}
const ada = {
  ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600000000', birthday: '1990-05-17' },
  ...{ document_id: '12345678Z', email: 'ada@example.com', income: '' },
}

const base: State = {
  step: 'offers',
  progress,
  offers,
  chosen: offers[0] ?? null,
  buyer: { ...nobody, first_name: 'Ada' },
  typed: null,
  card: null,
  busy: false,
  offline: false,
  notice: null,
  faults: {},
  problem: null,
  result: null,
  explanation: null,
  language: 'es',
  embedded: false,
  canLeave: true,
  secondsLeft: 2_520,
  leavingIn: null,
}

const signing: State = { ...base, step: 'signature', buyer: ada }
const card = { token: 'card_1', brand: 'visa', last4: '1111' }
const ended = { ...base, buyer: ada, secondsLeft: null }
const signed = (at: number): Progress => ({ ...progress, buyer: null, signed: offers[at] ?? null })
const problem = (kind: NonNullable<State['problem']>['kind'], canRetry: boolean): State => ({
  ...ended,
  step: 'problem',
  progress: null,
  problem: { kind, canRetry, canLeave: kind !== 'nothing_named', requestId: 'req_5f2a' },
})

export const states = {
  loading: { ...base, step: 'loading', progress: null, offers: [], chosen: null },
  offers: base,
  'offers-costly': { ...base, chosen: offers[2] ?? null, notice: 'offer_gone', secondsLeft: 170 },
  data: { ...base, step: 'data' },
  'data-live': {
    ...base,
    step: 'data',
    progress: { ...progress, sandbox: false, people: [], income_required: true },
  },
  'data-refused': {
    ...base,
    step: 'data',
    buyer: ada,
    notice: 'fields_refused',
    faults: { document_id: ['is not a NIF or NIE whose check letter is right'] },
  },
  'data-final': { ...base, step: 'data', buyer: ada, notice: 'data_final' },
  signature: signing,
  'signature-card': { ...signing, card },
  'signature-down-payment': { ...signing, card, chosen: offers[2] ?? null, offline: true },
  'signature-declined': { ...signing, notice: 'card_declined' },
  'signature-busy': { ...signing, card, busy: true, notice: 'bank_slow' },
  'signature-used-up': { ...signing, notice: 'cards_used_up' },
  challenge: { ...ended, step: 'challenge', secondsLeft: 172_800 },
  waiting: { ...ended, step: 'waiting', progress: signed(0) },
  success: {
    ...ended,
    step: 'result',
    progress: { ...signed(2), status: 'ok', status_reason: '' },
    result: { status: 'success', reason: '' },
    leavingIn: 8,
  },
  pending: {
    ...ended,
    step: 'result',
    progress: signed(0),
    result: { status: 'pending', reason: 'confirmation_required' },
  },
  refused: {
    ...ended,
    step: 'result',
    progress: { ...progress, status: 'ko', status_reason: 'ko_generic' },
    result: { status: 'ko', reason: 'ko_generic' },
    explanation: {
      outcome: 'refused',
      automated: true,
      language: 'es',
      reasons: ['El importe abierto en otros créditos supera el límite de la tienda.'],
      human_review: {
        available: true,
        how: 'Escriba a Ciclos Alameda (https://store.example) e indique el pedido A-1004.',
        outcome: null,
      },
      created: '2026-11-21T17:59:00.000000Z',
    },
  },
  expired: { ...ended, step: 'result', result: { status: 'ko', reason: 'expired' } },
  unreachable: problem('unreachable', true),
  'not-found': problem('not_found', false),
  'nothing-named': problem('nothing_named', true),
} satisfies Readonly<Record<string, State>>

export type StateName = keyof typeof states
