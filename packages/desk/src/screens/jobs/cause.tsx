import { tj } from '../../texts/jobs.ts'
import { sentenceOf } from '../../texts/refusals.ts'
import { hasWord, word } from '../../texts/texts.ts'

/** In the reader's language; empty: it is a code of others, such as that of a database. */
function sentenceFor(cause: string): string {
  const [, status] = /^status_(\d+)$/.exec(cause) ?? []
  if (status !== undefined) return tj.status(status)
  return hasWord(cause) ? word(cause) : sentenceOf({ code: cause, message: '' })
}

/** For the name of a button. */
export const causeText = (cause: string): string => sentenceFor(cause) || word(cause)

export const Cause = ({ cause }: { cause: string }) => (
  <span lang={sentenceFor(cause) === '' ? 'en' : undefined}>{causeText(cause)}</span>
)
