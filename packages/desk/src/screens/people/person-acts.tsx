import { useState } from 'preact/hooks'
import { valuesOf } from '../../client/unanswered.ts'
import { Choice } from '../../parts/choice.tsx'
import { Field } from '../../parts/form.tsx'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Effects } from '../../parts/money/effects.tsx'
import { MoneyPanel, nameOf } from '../../parts/money/money-panel.tsx'
import { Pending } from '../../parts/money/pending.tsx'
import { Reason, reasonOf, trialReason } from '../../parts/money/reason.tsx'
import { Block } from '../../parts/page.tsx'
import { ta } from '../../texts/acts.ts'
import type { WholePerson } from './who.tsx'

const acts = [
  { name: 'person_merge', path: 'merge', permission: 'people:merge', reason: 'correction' },
  { name: 'person_erase', path: 'erase', permission: 'people:erase', reason: 'legal' },
] as const

type Act = (typeof acts)[number]

/** Who two documents are, and who is to be forgotten: both by two people. */
export function PersonActs({ person }: { person: WholePerson }) {
  const { id, erased, merged_into: merged } = person
  const [open, setOpen] = useState<Act | undefined>(() =>
    acts.find(({ name }) => valuesOf(nameOf(name, id)) !== undefined),
  )
  return (
    <Block title={ta.acts.title}>
      <Pending objectId={id} />
      <ul class="acts">
        {acts.map((act) => (
          <ActButton
            key={act.name}
            name={ta.acts.names[act.name]}
            permission={act.permission}
            isOpen={open === act}
            isStrong={act.name === 'person_erase'}
            whyNot={(erased ?? merged) === null ? undefined : ta.acts.whyNot.person_gone}
            onOpen={() => setOpen(act)}
          />
        ))}
      </ul>
      {open && (
        <PersonPanel
          key={open.name}
          act={open}
          person={person}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Block>
  )
}

type PersonPanelProps = {
  readonly act: Act
  readonly person: WholePerson
  readonly onClose: () => void
}

function PersonPanel({ act, person, onClose }: PersonPanelProps) {
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
