import { limits } from '../limits.ts'
import { about, type Static, Type } from './common.ts'

/** The reason of a lender's action, as a code for reports. */
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

/** The reason, as a sentence that every later reader understands. */
export const Note = () => Type.String({ maxLength: limits.noteMax, format: 'note' })

/** `reason` of manual money actions, and of all actions that may need two people. */
export const Reason = () =>
  about(
    'The reason, which is stored in the action log.',
    Type.Object({ code: Type.Enum([...reasonCodes]), note: Note() }),
  )
export type ReasonGiven = Static<ReturnType<typeof Reason>>
