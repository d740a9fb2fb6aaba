import { limits } from '../limits.ts'
import { about, DateTime, optional, type Static, Type } from './common.ts'
import { Reason } from './reasons.ts'

const searched = (description: string, maxLength: number) =>
  optional(about(description, Type.String({ minLength: 3, maxLength, format: 'words' })))

/** Search terms, one of which is given. In a body, since URLs end up in logs. */
export const SearchPeopleBody = Type.Object({
  document: searched("The number of the person's identity document.", 64),
  phone: searched("The person's phone number, with or without country code.", limits.phoneMax),
  email: searched('Their e-mail address.', limits.emailMax),
  name: searched("The beginning of the person's name or last name.", 2 * limits.textMax + 1),
})
export type PeopleSearch = Static<typeof SearchPeopleBody>

/** Members that are masked everywhere else. */
export const revealedFields = ['document', 'birthday', 'phone', 'email', 'income'] as const
export type RevealedField = (typeof revealedFields)[number]

export const RevealPersonBody = Type.Object({
  fields: about(
    'The fields to reveal.',
    Type.Array(Type.Enum([...revealedFields]), { minItems: 1, maxItems: revealedFields.length }),
  ),
  reason: Reason(),
})
export type Reveal = Static<typeof RevealPersonBody>

/** Nobody lends to them, at any store. */
export const BlockPersonBody = Type.Object({
  until: optional(about('End of the block; defaults to no end.', DateTime())),
  reason: Reason(),
})
export type BlockWish = Static<typeof BlockPersonBody>

export const UnblockPersonBody = Type.Object({ reason: Reason() })
export type UnblockWish = Static<typeof UnblockPersonBody>

/** Only ids, days and amounts remain. */
export const ErasePersonBody = Type.Object({ reason: Reason() })
export type EraseWish = Static<typeof ErasePersonBody>

/** They are one person: the debts of both count together. */
export const MergePersonBody = Type.Object({
  into: about(
    'Id of the person that remains.',
    Type.String({ minLength: 1, maxLength: limits.identifierMax }),
  ),
  reason: Reason(),
})
export type MergeWish = Static<typeof MergePersonBody>

export const SplitPersonBody = Type.Object({ reason: Reason() })
export type SplitWish = Static<typeof SplitPersonBody>
