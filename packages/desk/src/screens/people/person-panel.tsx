import type { ReasonGiven } from '@svc/api'
import { nameOf } from '../../client/unanswered.ts'
import { Choice } from '../../parts/choice.tsx'
import { Field } from '../../parts/form.tsx'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import type { WholePerson } from '../../parts/who.tsx'
import { ta } from '../../texts/acts.ts'

type PersonPanelProps = {
  readonly act: {
    readonly name: 'person_merge' | 'person_split' | 'person_erase'
    readonly path: string
    readonly reason: ReasonGiven['code']
  }
  readonly person: WholePerson
  readonly onClose: () => void
}

/** Shows the person and the effects before the action. */
export function PersonPanel({ act, person, onClose }: PersonPanelProps) {
  const title = ta.acts.names[act.name]
  const { name, path, reason } = act
  return (
    <WishPanel
      {...{ title, onClose }}
      name={nameOf(name, person.id)}
      path={`/lender/people/${person.id}/${path}`}
      code={reason}
      currency={person.exposure.currency}
      wish={({ into = '' }) => {
        if (name !== 'person_merge') return {}
        return into.trim() === '' ? undefined : { into: into.trim() }
      }}
      sentence={() => title}
      fields={(values) =>
        name === 'person_merge' ? (
          <Into person={person} into={values.into} />
        ) : (
          <p>{ta.acts.personMore[name]}</p>
        )
      }
    />
  )
}

/** One of the possible matches, else the named person. */
function Into({ person, into = '' }: { person: WholePerson; into: string | undefined }) {
  const { possible_duplicates: others } = person
  const options = others.map(({ id, first_name: first, last_name: last, document }) => {
    const name = [first, last, document.number].filter((part) => part !== null).join(' ')
    return [id, name] as const
  })
  if (others.some(({ id }) => into === '' || into === id)) {
    return <Choice label={ta.acts.into} name="into" chosen={into} options={options} />
  }
  return (
    <Field
      label={ta.acts.into}
      hint={ta.acts.intoMore}
      input={{ name: 'into', defaultValue: into, required: true, autoComplete: 'off' }}
    />
  )
}
