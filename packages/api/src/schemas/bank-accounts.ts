/** Where a store is paid. Of the number of an account nobody reads more than its end. */
import { limits } from '../limits.ts'
import { choice, closed, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { type Static, Type } from './common.ts'
import { Reason } from './reasons.ts'

const Holder = () => Type.String({ minLength: 1, maxLength: limits.textMax, format: 'one-line' })
const iban = () => Type.String({ maxLength: limits.ibanMax, format: 'iban' })

/** Body of `POST /lender/stores/:storeId/bank-accounts`. */
export const BankAccountBody = Type.Object({ iban: iban(), holder: Holder(), reason: Reason() })

/** What a store sends of it: in its settings what it has read, too. */
export const BankAccountMember = Type.Object({
  iban: Type.String({ maxLength: limits.ibanMax, format: 'iban-or-shown' }),
  holder: Holder(),
})
export type BankAccountWish = Static<typeof BankAccountMember>
/** The same as the wish of a store: all that is needed is asked for by its kind. */
export const bankAccountWish = { iban: Type.Optional(iban()), holder: Type.Optional(Holder()) }

const shown = {
  iban: words('Its country and last four characters; the others are hidden.'),
  holder: words('Whose account it is.'),
}
const effective_from = moment('From when the store is paid to it')

export const StoreBankAccount = nullable(
  closed(
    { ...shown, effective_from },
    { $id: 'StoreBankAccount', description: 'An account: of a new one, from when it is used.' },
  ),
  { description: 'The account that was named last; null: nobody has named one.' },
)

export const PaidAccount = nullable(
  closed({ ...shown }, { $id: 'PaidAccount', description: 'An account that was paid to.' }),
  { description: 'Where it was paid; null while it waits, and where no account was in use.' },
)

export const bankAccountStates = ['coming', 'in_force', 'past', 'superseded'] as const
export type BankAccountState = (typeof bankAccountStates)[number]

export const LenderBankAccount = closed(
  {
    id: hexId('The account.'),
    version: Type.Integer({ minimum: 1, description: 'Which of the store in this mode.' }),
    state: choice(
      bankAccountStates,
      'Coming: it is not paid to yet. Superseded: another was named before it ever was.',
    ),
    ...shown,
    effective_from,
    created: moment('When it was approved'),
  },
  { $id: 'LenderBankAccount', description: 'An account of a store.' },
)
export const LenderBankAccountPage = pageOf(LenderBankAccount, 'LenderBankAccountPage')
