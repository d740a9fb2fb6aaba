import { Acts } from '../../parts/money/acts.tsx'
import { PendingLinks } from '../../parts/money/pending.tsx'
import { whyNot } from '../../parts/money/why-not.ts'
import type { WholePerson } from '../../parts/who.tsx'
import { ta } from '../../texts/acts.ts'
import { PersonPanel } from './person-panel.tsx'

const acts = [
  {
    ...({ name: 'person_merge', path: 'merge', permission: 'people:merge' } as const),
    ...({ reason: 'correction', isStrong: false } as const),
  },
  {
    ...({ name: 'person_split', path: 'split', permission: 'people:merge' } as const),
    ...({ reason: 'correction', isStrong: false } as const),
  },
  {
    ...({ name: 'person_erase', path: 'erase', permission: 'people:erase' } as const),
    ...({ reason: 'legal', isStrong: true } as const),
  },
] as const

/** Who two documents are, or are not, and who is to be forgotten: each by two people. */
export function PersonActs({ person }: { person: WholePerson }) {
  return (
    <Acts
      objectId={person.id}
      acts={acts}
      nameFor={({ name }) => ta.acts.names[name]}
      whyNot={({ path }) => whyNotOf(path, person)}
      panel={(act, onClose) => <PersonPanel {...{ act, person, onClose }} />}
    >
      <PendingLinks approvals={person.pending_approvals} />
    </Acts>
  )
}

type Path = (typeof acts)[number]['path']

function whyNotOf(path: Path, { erased, allowed_actions: allowed }: WholePerson) {
  // A person who is erased stays so, and nothing changes.
  if (erased !== null) return ta.acts.whyNot.person_gone
  // What keeps their data, and until when, the panel says of each.
  return allowed[path].reason === 'person_kept' ? undefined : whyNot(allowed[path])
}
