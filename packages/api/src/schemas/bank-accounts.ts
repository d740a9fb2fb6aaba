/** The account of a store. Only the end of its number can be read. */
import { limits } from '../limits.ts'
import { choice, closed, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { type Static, Type } from './common.ts'
import { Reason } from './reasons.ts'

const Holder = () => Type.String({ minLength: 1, maxLength: limits.textMax, format: 'one-line' })
const iban = () => Type.String({ maxLength: limits.ibanMax, format: 'iban' })

/** Body of `POST /lender/stores/:storeId/bank-accounts`. */
export const BankAccountBody = Type.Object({ iban: iban(), holder: Holder(), reason: Reason() })

/** A store's input for it: in its settings also the masked form. */
export const BankAccountMember = Type.Object({
  iban: Type.String({ maxLength: limits.ibanMax, format: 'iban-or-shown' }),
  holder: Holder(),
})
export type BankAccountWish = Static<typeof BankAccountMember>
/** The same as a store's request: its kind determines the members. */
export const bankAccountWish = { iban: Type.Optional(iban()), holder: Type.Optional(Holder()) }

const shown = {
  iban: words('The IBAN, masked except for its country and last four characters.'),
  holder: words('Account holder.'),
}
const effective_from = moment('When payouts to it start')

export const StoreBankAccount = nullable(
  closed(
    { ...shown, effective_from },
    {
      $id: 'StoreBankAccount',
      description: 'A bank account; for a new one, when it is first used.',
    },
  ),
  { description: 'The latest bank account; null if none has been set.' },
)

export const PaidAccount = nullable(
  closed({ ...shown }, { $id: 'PaidAccount', description: 'The bank account that was paid.' }),
  { description: 'The bank account that was paid; null until then, and if no account was set.' },
)

export const bankAccountStates = ['coming', 'in_force', 'past', 'superseded'] as const
export type BankAccountState = (typeof bankAccountStates)[number]

export const LenderBankAccount = closed(
  {
    id: hexId('The account.'),
    version: Type.Integer({
      minimum: 1,
      description: 'Version of the account, counted per store and mode.',
    }),
    state: choice(
      bankAccountStates,
      '`coming`: not used yet. `superseded`: replaced before it was ever used.',
    ),
    ...shown,
    effective_from,
    created: moment('Approval time'),
  },
  { $id: 'LenderBankAccount', description: 'A bank account of a store.' },
)
export const LenderBankAccountPage = pageOf(LenderBankAccount, 'LenderBankAccountPage')
