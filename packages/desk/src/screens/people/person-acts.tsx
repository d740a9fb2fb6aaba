import { useState } from 'preact/hooks'
import { nameOf, valuesOf } from '../../client/unanswered.ts'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Pending } from '../../parts/money/pending.tsx'
import { Block } from '../../parts/page.tsx'
import { Late } from '../../parts/states.tsx'
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
  const close = () => setOpen(undefined)
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
        <Late
          key={open.name}
          load={async () => (await import('./person-panel.tsx')).PersonPanel}
          with={{ act: open, person, onClose: close }}
          onGone={close}
        />
      )}
    </Block>
  )
}
