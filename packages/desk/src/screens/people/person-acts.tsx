import { Acts } from '../../parts/money/acts.tsx'
import { Pending } from '../../parts/money/pending.tsx'
import { Late } from '../../parts/states.tsx'
import { ta } from '../../texts/acts.ts'
import type { WholePerson } from './who.tsx'

const acts = [
  {
    ...({ name: 'person_merge', path: 'merge', permission: 'people:merge' } as const),
    ...({ reason: 'correction', isStrong: false } as const),
  },
  {
    ...({ name: 'person_erase', path: 'erase', permission: 'people:erase' } as const),
    ...({ reason: 'legal', isStrong: true } as const),
  },
] as const

/** Who two documents are, and who is to be forgotten: both by two people. */
export function PersonActs({ person }: { person: WholePerson }) {
  const isGone = (person.erased ?? person.merged_into) !== null
  return (
    <Acts
      objectId={person.id}
      acts={acts}
      nameFor={({ name }) => ta.acts.names[name]}
      whyNot={() => (isGone ? ta.acts.whyNot.person_gone : undefined)}
      panel={(act, onClose) => (
        <Late
          load={async () => (await import('./person-panel.tsx')).PersonPanel}
          with={{ act, person, onClose }}
          onGone={onClose}
        />
      )}
    >
      <Pending objectId={person.id} />
    </Acts>
  )
}
