import type { ReasonGiven } from '@svc/api'
import { nameOf } from '../../client/unanswered.ts'
import { Choice } from '../../parts/choice.tsx'
import { Field } from '../../parts/form.tsx'
import { Effects } from '../../parts/money/effects.tsx'
import { MoneyPanel } from '../../parts/money/money-panel.tsx'
import { Reason, reasonOf, trialReason } from '../../parts/money/reason.tsx'
import { ta } from '../../texts/acts.ts'
import type { WholePerson } from './who.tsx'

type PersonPanelProps = {
  readonly act: {
    readonly name: 'person_merge' | 'person_erase'
    readonly path: string
    readonly reason: ReasonGiven['code']
  }
  readonly person: WholePerson
  readonly onClose: () => void
}

/** Who they are, and whether they are known at all: what would change is shown first. */
export function PersonPanel({ act, person, onClose }: PersonPanelProps) {
  const title = ta.acts.names[act.name]
  const isMerge = act.name === 'person_merge'
  return (
    <MoneyPanel
      isShown
      title={title}
      name={nameOf(act.name, person.id)}
      path={`/lender/people/${person.id}/${act.path}`}
      start={{ reason: act.reason }}
      read={(values) => {
        const { into = '', note = '' } = values
        const wish = isMerge ? { into: into.trim() } : {}
        const isNamed = !isMerge || wish.into !== ''
        const trial = isNamed ? { ...wish, reason: trialReason } : undefined
        const isWhole = isNamed && note.trim() !== ''
        return {
          trial,
          body: isWhole ? { ...wish, reason: reasonOf(values) } : undefined,
          sentence: title,
        }
      }}
      fields={(values) => (
        <>
          {isMerge ? <Into person={person} into={values.into} /> : <p>{ta.acts.eraseMore}</p>}
          <Reason code={act.reason} values={values} />
        </>
      )}
      effects={(effects) => <Effects effects={effects} currency={person.exposure.currency} />}
      onClose={onClose}
    />
  )
}

/** One of whom they may be, else whoever is named. */
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
