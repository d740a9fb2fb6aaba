/** A skipped case: a note whose head is the reason, as a code that is the same in all languages. */
import { tb } from '../../texts/book.ts'

const HEAD = /^\[skipped: (\w+)\] ?/

/** `said`: the text; may be empty. */
export const skipNote = (reason: string, said: string): string =>
  `[skipped: ${reason}] ${said}`.trim()

/** What a note says, its code in the language of the reader. */
export function noteText(note: string): string {
  const [head, reason = ''] = HEAD.exec(note) ?? []
  if (head === undefined) return note
  const { skipped, reasons } = tb.collections
  const why = Object.entries(reasons).find(([code]) => code === reason)?.[1]
  return [skipped, why, note.slice(head.length)].filter(Boolean).join(' · ')
}
