import type { Answered, LenderPersonAnswer, LenderPersonItem } from '@svc/api'
import { tb } from '../texts/book.ts'
import { word } from '../texts/texts.ts'
import { Moment, NONE, Words } from './values.tsx'

export type Person = Answered<typeof LenderPersonItem>
export type WholePerson = Answered<typeof LenderPersonAnswer>

/** As they last signed; a person without a signature is their document, an erased one an id. */
export function Name({ person }: { person: Person }) {
  const { first_name: first, last_name: last, document, erased, id } = person
  const name = [first, last].filter((part) => part !== null).join(' ')
  if (name !== '') return <Words>{name}</Words>
  return <Words>{erased === null ? document.number : id}</Words>
}

export const DocumentOf = ({ person: { document } }: { person: Person }) => (
  <>
    {word(document.type)} <span class="amount">{document.number}</span>
  </>
)

export function BlockedState({ person: { blocked, erased } }: { person: Person }) {
  if (erased !== null) {
    return (
      <>
        <span class="state">{word('erased').toLowerCase()}</span> <Moment at={erased} />
      </>
    )
  }
  if (blocked === null) return NONE
  return (
    <>
      <span class="state bad">{word('blocked').toLowerCase()}</span>
      {blocked.until !== null && (
        <>
          {' '}
          {tb.person.until} <Moment at={blocked.until} />
        </>
      )}
    </>
  )
}
