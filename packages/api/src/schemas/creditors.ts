/** Creditors, as printed on documents. */
import { limits } from '../limits.ts'
import { closed, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Email, optional, type Static, Type, Url } from './common.ts'
import { Reason } from './reasons.ts'

const Line = () => Type.String({ minLength: 1, maxLength: limits.textMax, format: 'one-line' })

/** A creditor is replaced completely: absent members are not printed. */
const identity = {
  name: Line(),
  legal_form: optional(Line()),
  register_number: optional(Line()),
  tax_id: optional(Line()),
  address: Line(),
  supervisory_authority: optional(Line()),
  complaints: optional(Line()),
  email: optional(Email()),
  phone: optional(Type.String({ minLength: 1, maxLength: limits.phoneMax, format: 'one-line' })),
  url: optional(Url()),
}

/** Body of `POST /lender/creditors`. */
export const NewCreditorBody = Type.Object({ ...identity, reason: Reason() })

/** Body of `POST /lender/creditors/:creditorId/versions`: `version` is the one that was read. */
export const NewCreditorVersionBody = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  ...identity,
  reason: Reason(),
})
export type CreditorWish = Omit<Static<typeof NewCreditorBody>, 'reason'>

const version = Type.Integer({ minimum: 1, description: 'Version of the creditor, from 1.' })
const shown = {
  version,
  name: words('Legal name.'),
  legal_form: nullable(words('Legal form, such as S.A.')),
  register_number: nullable(words('Number in the register of lenders.')),
  tax_id: nullable(words('Tax identification number.')),
  address: words('Postal address.'),
  supervisory_authority: nullable(words('Supervisory authority.')),
  complaints: nullable(words('Out-of-court dispute resolution body.')),
  email: nullable(words('E-mail address.')),
  phone: nullable(words('Phone number.')),
  url: nullable(words('URL of its site.')),
  created: moment('Creation time of this version'),
}

export const CreditorVersionAnswer = closed(shown, {
  $id: 'CreditorVersion',
  description: 'A version of a creditor. It never changes.',
})
export const CreditorItem = closed(
  { id: hexId('The creditor.'), ...shown },
  { $id: 'CreditorItem', description: 'A creditor in its newest version.' },
)
export const CreditorPage = pageOf(CreditorItem, 'CreditorPage')
export const CreditorAnswer = closed(
  {
    id: hexId('The creditor.'),
    ...shown,
    versions: Type.Array(CreditorVersionAnswer, { description: 'All versions, newest first.' }),
  },
  { $id: 'Creditor', description: 'A creditor in its newest version, with all others.' },
)

/** The creditor, if the terms name one. */
export const CreditorReference = () =>
  nullable(
    closed(
      { id: hexId('The creditor.'), version, name: words('Legal name in that version.') },
      { $id: 'CreditorReference', description: 'The version of a creditor that documents print.' },
    ),
    {
      description:
        'The creditor; null if the terms name none, and `lender` or the store is printed.',
    },
  )
