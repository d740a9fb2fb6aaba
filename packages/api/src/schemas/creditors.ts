/** Who grants credit, as documents print them. */
import { limits } from '../limits.ts'
import { closed, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Email, optional, type Static, Type, Url } from './common.ts'
import { Reason } from './reasons.ts'

const Line = () => Type.String({ minLength: 1, maxLength: limits.textMax, format: 'one-line' })

/** A creditor is said whole: what is absent is not printed. */
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

const version = Type.Integer({ minimum: 1, description: 'Which of the creditor, from 1 on.' })
const shown = {
  version,
  name: words('Its legal name.'),
  legal_form: nullable(words('Such as S.A.')),
  register_number: nullable(words('Its entry in the register of lenders.')),
  tax_id: nullable(words('Its number with the tax authority.')),
  address: words('Where it is.'),
  supervisory_authority: nullable(words('Who watches over it.')),
  complaints: nullable(words('The body for out-of-court redress.')),
  email: nullable(words('Where it is written to.')),
  phone: nullable(words('Where it is called.')),
  url: nullable(words('Its site.')),
  created: moment('When this version was made'),
}

export const CreditorVersionAnswer = closed(shown, {
  $id: 'CreditorVersion',
  description: 'What a creditor is from a moment on: it never changes.',
})
export const CreditorItem = closed(
  { id: hexId('The creditor.'), ...shown },
  { $id: 'CreditorItem', description: 'A creditor by its newest version.' },
)
export const CreditorPage = pageOf(CreditorItem, 'CreditorPage')
export const CreditorAnswer = closed(
  {
    id: hexId('The creditor.'),
    ...shown,
    versions: Type.Array(CreditorVersionAnswer, { description: 'All of them, newest first.' }),
  },
  { $id: 'Creditor', description: 'A creditor by its newest version, with all others.' },
)

/** Who grants a credit, where terms name a creditor. */
export const CreditorReference = () =>
  nullable(
    closed(
      { id: hexId('The creditor.'), version, name: words('Its legal name, in that version.') },
      { $id: 'CreditorReference', description: 'The version of a creditor that is printed.' },
    ),
    { description: 'Null: its terms name none; `lender` is printed, or the store.' },
  )
