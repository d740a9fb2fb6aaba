/** The answer of a change of a store's state, and of its dry run. */
import { closed, count, money, words } from './answers.ts'
import { Type } from './common.ts'
import { LenderStoreAnswer } from './lender-answers.ts'

const StoreAffected = closed(
  {
    open_checkouts: count('Number of unsigned checkouts that can no longer be signed.'),
    uncaptured_orders: count('Number of signed orders that are not captured in full.'),
    payouts: Type.Array(
      closed({
        currency: words('ISO 4217 code.'),
        amount: money('Amount owed to the store and not paid'),
        waiting: count('Number of payouts that wait.'),
      }),
      { description: 'What the store is not paid, by currency, where anything is.' },
    ),
  },
  {
    $id: 'StoreAffected',
    description: 'For a dry run: what is open now, and what switching it off concerns.',
  },
)

export const MovedLenderStore = closed(
  { ...LenderStoreAnswer.properties, affected: Type.Optional(StoreAffected) },
  { $id: 'MovedLenderStore', description: 'A store after a change of its state.' },
)
