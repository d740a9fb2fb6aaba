import type { Answered, LenderPersonAnswer, LenderPersonItem } from '@svc/api'
import { Moment, NONE, Words } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'

export type Person = Answered<typeof LenderPersonItem>
export type WholePerson = Answered<typeof LenderPersonAnswer>

/** As they signed last; whoever has signed nothing is their document. */
export function Name({ person }: { person: Person }) {
  const { first_name: first, last_name: last, document } = person
  const name = [first, last].filter((part) => part !== null).join(' ')
  return <Words>{name === '' ? document.number : name}</Words>
}

export const DocumentOf = ({ person: { document } }: { person: Person }) => (
  <>
    {word(document.type)} <span class="amount">{document.number}</span>
  </>
)

export function BlockedState({ person: { blocked } }: { person: Person }) {
  if (blocked === null) return NONE
  return (
    <>
      <span class="state bad">{word('blocked').toLowerCase()}</span>
      {blocked.until !== null && (
        <>
          {' '}
          {t.person.until} <Moment at={blocked.until} />
        </>
      )}
    </>
  )
}
