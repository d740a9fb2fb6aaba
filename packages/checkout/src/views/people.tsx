import type { SandboxPerson } from '../flow/types.ts'
import { PersonIcon } from './icons.tsx'
import { useWriting } from './view.ts'

type PeopleProps = {
  readonly people: readonly SandboxPerson[]
  readonly choose: (person: SandboxPerson) => void
}

/** In tests: one press instead of a form. */
export function People({ people, choose }: PeopleProps) {
  const { texts } = useWriting()
  if (people.length === 0) return null
  return (
    <section class="people" aria-labelledby="people">
      <h2 id="people">{texts.people.title}</h2>
      <p class="hint">{texts.people.lead}</p>
      <ul>
        {people.map((person) => (
          <li key={person.document_id}>
            <button type="button" data-person={person.outcome} onClick={() => choose(person)}>
              <PersonIcon />
              <span>
                <strong>{texts.people[person.outcome]}</strong>
                <span class="soft">{person.document_id}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
