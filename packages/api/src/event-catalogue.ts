/** The trigger and `data` of every event, for the OpenAPI document and the reference. */
import { currencies } from './currencies.ts'
import type { EventType } from './events.ts'
import { choice, hexId, moment, money, nullable, words } from './schemas/answers.ts'
import { type TSchema, Type } from './schemas/common.ts'
import { LoanInstalmentAnswer, paymentKinds, waiverKinds } from './schemas/loan-answers.ts'
import { midAnswer, OrderAnswer } from './schemas/order-answers.ts'

export type EventEntry = {
  /** A sentence. */
  readonly when: string
  /** `data` of all of them conforms to it; members may be added at any time. */
  readonly data: readonly TSchema[]
}

const after = OrderAnswer.properties

const OrderEventData = Type.Object(
  {
    effect_id: hexId('The object that the event reports: a capture, void, refund or payment.'),
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
  kind: choice(paymentKinds, 'return: to the buyer; transfer: received outside the service.'),
}
const shownAccount = {
  iban: words('The IBAN, masked except for its country and last four characters.'),
  holder: words('Account holder.'),
}
const apiKey = {
  api_key: Type.Object(
    {
      id: hexId('Id of the key.'),
      name: words('Name.'),
      hint: words('First and last characters of the key.'),
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
    'The status of the checkout has changed, or it has ended without an ' +
      'order; see `status_reason`.',
  ),
  'order.confirmed': ofOrder('The store has confirmed the order: it is financed.'),
  'order.captured': ofOrder('Goods were shipped; the store is owed their amount.', {
    amount: money('The amount captured'),
  }),
  'order.voided': ofOrder('An amount that was not captured was voided.', {
    amount: money('The amount voided'),
  }),
  'order.refunded': ofOrder('Money is returned to the buyer or deducted from their debt.', {
    amount: money('The amount refunded'),
  }),
  'order.edited': ofOrder('The store has changed the order.'),
  'order.cancelled': ofOrder(
    'Nothing of the order is left. Follows the event of the operation that removed the last part.',
    { amount: Type.Optional(money('The amount of that operation')) },
  ),
  'order.lapsing': ofOrder(
    'The authorisation expires in seven days; the uncaptured amount will then be voided.',
    {
      capture_before: moment('Deadline to capture'),
    },
  ),
  'order.lapsed': ofOrder(
    'The authorisation has expired; the service has voided the uncaptured amount.',
    {
      amount: money('The amount voided'),
    },
  ),
  'instalment.due': ofOrder('An instalment has fallen due.', instalment),
  'instalment.paid': ofOrder('An instalment is fully paid or otherwise settled.', instalment),
  'instalment.late': ofOrder('An instalment was not paid in time.', instalment),
  'payment.received': ofOrder('A payment from the buyer has arrived.', payment),
  'payment.failed': ofOrder('A payment has failed.', {
    ...payment,
    reason: Type.Optional(words("The payment provider's reason code.")),
  }),
  'payment.charged_back': ofOrder("The buyer's bank has charged a payment back.", payment),
  'credit.returned': ofOrder('An overpayment was returned to the buyer.', payment),
  'loan.withdrawn': ofOrder('The buyer has withdrawn from the credit agreement.'),
  'loan.written_off': ofOrder(
    'The rest of the loan was written off: with the overdue instalment that caused it, ' +
      'or with the amount if a person decided it.',
    {
      instalment: Type.Optional(instalment.instalment),
      amount: Type.Optional(money('The amount written off')),
    },
  ),
  'loan.write_off_undone': ofOrder('A write-off was undone; the rest of the loan is owed again.', {
    amount: money('The amount that is owed again'),
  }),
  'loan.waived': ofOrder('The lender has waived part of the debt.', {
    amount: money('The amount waived'),
    kind: choice(waiverKinds, 'What was waived.'),
  }),
  'payout.created': ofStore('The store was paid out.', {
    payout_id: hexId('Id of the payout.'),
    amount: money('The amount paid'),
    currency: choice([...currencies.keys()], 'ISO 4217 code.'),
    carried: Type.Integer({
      description: 'Balance carried over from earlier payouts, in minor units; 0 or less.',
    }),
  }),
  'bank_account.changed': ofStore('The bank account for payouts to the store will change.', {
    bank_account: Type.Object(
      {
        id: hexId('Id of the account.'),
        ...shownAccount,
        effective_from: moment('When payouts to it start'),
      },
      { description: 'The new account.' },
    ),
    previous: nullable(Type.Object(shownAccount, { description: 'The previous account.' })),
  }),
  'api_key.exposed': ofStore('A private key was sent from a page. Rotate it now.', {
    ...apiKey,
    origin: nullable(words('Origin of the page.')),
  }),
  'api_key.unused': ofStore('A key has not been used for 90 days.', {
    ...apiKey,
    last_used: nullable(words('When the key was last used, ISO 8601.')),
  }),
  'webhook.disabled': ofStore('A webhook endpoint was disabled.', {
    webhook: Type.Object(
      {
        id: hexId('Id of the endpoint.'),
        url: words('URL of the endpoint.'),
        name: nullable(words('Name.')),
      },
      { description: 'The endpoint.' },
    ),
    reason: choice(
      ['gone', 'failing'],
      '`gone`: it answered 410; `failing`: it failed for too long.',
    ),
  }),
}
