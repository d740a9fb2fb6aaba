/** Of every event when it happens and what its `data` holds: for the OpenAPI document and pages. */
import { currencies } from './currencies.ts'
import type { EventType } from './events.ts'
import { choice, hexId, moment, money, nullable, words } from './schemas/answers.ts'
import { type TSchema, Type } from './schemas/common.ts'
import { LoanInstalmentAnswer, paymentKinds, waiverKinds } from './schemas/loan-answers.ts'
import { midAnswer, OrderAnswer } from './schemas/order-answers.ts'

export type EventEntry = {
  /** A sentence. */
  readonly when: string
  /** `data` fits all of them; members may be added to it at any time. */
  readonly data: readonly TSchema[]
}

const after = OrderAnswer.properties

const OrderEventData = Type.Object(
  {
    effect_id: hexId('The effect that the event reports: a capture, void, refund or payment.'),
    mid: midAnswer,
    currency: choice([...currencies.keys()], 'ISO 4217 code.'),
    status: after.status,
    financing_status: after.financing_status,
    status_reason: after.status_reason,
    total_amount: after.total_amount,
    captured_amount: after.captured_amount,
    voided_amount: after.voided_amount,
    refunded_amount: after.refunded_amount,
    remaining_capture_amount: after.remaining_capture_amount,
    remaining_refund_amount: after.remaining_refund_amount,
  },
  { $id: 'OrderEventData', description: 'The order after the event.' },
)

const instalment = { instalment: LoanInstalmentAnswer }
const payment = {
  amount: money('The amount of the payment'),
  payment_id: hexId('Id of the payment.'),
  kind: choice(paymentKinds, 'return: to the buyer; transfer: received by hand.'),
}
const shownAccount = {
  iban: words('Its country and last four characters.'),
  holder: words('Whose account it is.'),
}
const apiKey = {
  api_key: Type.Object(
    {
      id: hexId('Id of the key.'),
      name: words('Its name.'),
      hint: words('Its first and last characters.'),
    },
    { description: 'The key.' },
  ),
}

const ofOrder = (when: string, members: Readonly<Record<string, TSchema>> = {}): EventEntry => ({
  when,
  data: [OrderEventData, ...(Object.keys(members).length === 0 ? [] : [Type.Object(members)])],
})
const ofStore = (when: string, members: Readonly<Record<string, TSchema>>): EventEntry => ({
  when,
  data: [Type.Object(members)],
})

export const eventCatalogue: Readonly<Record<EventType, EventEntry>> = {
  'checkout.updated': ofOrder(
    'The checkout has moved on, or has ended without an order: `status_reason` says how.',
  ),
  'order.confirmed': ofOrder('The store has confirmed the order: it is financed.'),
  'order.captured': ofOrder('Goods were shipped, and their money is released to the store.', {
    amount: money('The amount captured'),
  }),
  'order.voided': ofOrder('A part that was not captured is given up.', {
    amount: money('The amount voided'),
  }),
  'order.refunded': ofOrder('Money goes back to the buyer, or is taken off their debt.', {
    amount: money('The amount refunded'),
  }),
  'order.edited': ofOrder('The store has changed the order.'),
  'order.cancelled': ofOrder(
    'Nothing is left of the order. It follows the event of the operation that took the last part.',
    { amount: Type.Optional(money('The amount of that operation')) },
  ),
  'order.lapsing': ofOrder('In seven days the part that is not captured will be voided.', {
    capture_before: moment('The last moment to capture'),
  }),
  'order.lapsed': ofOrder('The time to capture is over: the service has voided the rest.', {
    amount: money('The amount voided'),
  }),
  'instalment.due': ofOrder('An instalment has fallen due.', instalment),
  'instalment.paid': ofOrder('Nothing of an instalment is open any more.', instalment),
  'instalment.late': ofOrder('An instalment was not paid in time.', instalment),
  'payment.received': ofOrder('Money of the buyer has arrived.', payment),
  'payment.failed': ofOrder('A payment has failed.', {
    ...payment,
    reason: Type.Optional(words('Why, in a word of the payment provider.')),
  }),
  'payment.charged_back': ofOrder("The buyer's bank has taken a payment back.", payment),
  'credit.returned': ofOrder('What the buyer had paid too much was returned.', payment),
  'loan.withdrawn': ofOrder('The buyer has withdrawn from the credit agreement.'),
  'loan.written_off': ofOrder(
    'The lender no longer expects the rest of the loan: with the instalment whose time was over, ' +
      'or with the amount where somebody decided it.',
    {
      instalment: Type.Optional(instalment.instalment),
      amount: Type.Optional(money('The amount written off')),
    },
  ),
  'loan.write_off_undone': ofOrder('The rest of the loan is expected again.', {
    amount: money('The amount that is owed again'),
  }),
  'loan.waived': ofOrder('The lender has given up a part of the debt.', {
    amount: money('The amount given up'),
    kind: choice(waiverKinds, 'What it was.'),
  }),
  'payout.created': ofStore('The store is paid what it is owed.', {
    payout_id: hexId('Id of the payout.'),
    amount: money('The amount paid'),
    currency: choice([...currencies.keys()], 'ISO 4217 code.'),
    carried: Type.Integer({
      description: 'Carried from payouts before it, in minor units; 0 or less.',
    }),
  }),
  'bank_account.changed': ofStore('The lender will pay the store to another bank account.', {
    bank_account: Type.Object(
      {
        id: hexId('Id of the account.'),
        ...shownAccount,
        effective_from: moment('From when it is paid to'),
      },
      { description: 'The new account.' },
    ),
    previous: nullable(Type.Object(shownAccount, { description: 'The account before.' })),
  }),
  'api_key.exposed': ofStore('A private key was sent from a page. Rotate it now.', {
    ...apiKey,
    origin: nullable(words('The page’s origin.')),
  }),
  'api_key.unused': ofStore('A key has not been used for 90 days.', {
    ...apiKey,
    last_used: nullable(words('When it was used last, ISO 8601.')),
  }),
  'webhook.disabled': ofStore('A webhook endpoint receives nothing any more.', {
    webhook: Type.Object(
      {
        id: hexId('Id of the endpoint.'),
        url: words('Its address.'),
        name: nullable(words('Its name.')),
      },
      { description: 'The endpoint.' },
    ),
    reason: choice(
      ['gone', 'failing'],
      '`gone`: it answered 410; `failing`: it failed for too long.',
    ),
  }),
}
