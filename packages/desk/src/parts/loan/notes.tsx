import type { Answered, LoanNoteAnswer } from '@svc/api'
import { tb } from '../../texts/book.ts'
import { word } from '../../texts/texts.ts'
import { Day, Moment, Money, Words } from '../values.tsx'
import { noteText } from './skips.ts'

type Note = Answered<typeof LoanNoteAnswer>
type NotesProps = { readonly notes: readonly Note[]; readonly currency: string }

/** Notes and promises, the newest first. */
export function Notes({ notes, currency }: NotesProps) {
  if (notes.length === 0) return <p class="hint">{tb.collections.nothingBefore}</p>
  return (
    <ul class="rows">
      {notes.toReversed().map(({ id, kind, note, amount, on, author, created }) => (
        <li key={id}>
          <div>
            {amount !== null && (
              <p>
                {word(kind)}: <Money amount={amount} currency={currency} />, <Day on={on} />
              </p>
            )}
            {note !== null && (
              <p>
                <Words>{noteText(note)}</Words>
              </p>
            )}
            <p class="hint">
              <Moment at={created} /> {author !== null && <Words>{author}</Words>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
