import { limits } from '../limits.ts'
import { about, type Static, Type } from './common.ts'

/** Why the lender does something, in one word that reports are made by. */
export const reasonCodes = [
  'buyer_request',
  'store_request',
  'payment_received',
  'correction',
  'goodwill',
  'hardship',
  'dispute',
  'fraud',
  'uncollectible',
  'legal',
  'security',
  'routine',
  'other',
] as const
export type ReasonCode = (typeof reasonCodes)[number]

/** Why, in a sentence that anyone who reads it later understands. */
export const Note = () => Type.String({ maxLength: limits.noteMax, format: 'note' })

/** `reason` of what moves money by hand, and of all that may take two people. */
export const Reason = () =>
  about(
    'The reason, which is stored in the action log.',
    Type.Object({ code: Type.Enum([...reasonCodes]), note: Note() }),
  )
export type ReasonGiven = Static<ReturnType<typeof Reason>>
