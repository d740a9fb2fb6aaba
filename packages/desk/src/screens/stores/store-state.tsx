import type { Answered as AnswerOf, OpenedLenderStore } from '@svc/api'
import { nameOf } from '../../client/unanswered.ts'
import { Acts } from '../../parts/money/acts.tsx'
import { PendingLinks } from '../../parts/money/pending.tsx'
import { ReasonPanel } from '../../parts/money/reason-panel.tsx'
import { whyNot } from '../../parts/money/why-not.ts'
import { Facts, State } from '../../parts/values.tsx'
import { ta } from '../../texts/acts.ts'
import { ClosePanel } from './close-panel.tsx'
import { SuspendPanel } from './suspend-panel.tsx'

type Store = AnswerOf<typeof OpenedLenderStore>

const ACTS = [
  { name: 'activate', permission: 'stores:activate', isStrong: false },
  { name: 'suspend', permission: 'stores:suspend', isStrong: true },
  { name: 'resume', permission: 'stores:resume', isStrong: false },
  { name: 'close', permission: 'stores:suspend', isStrong: true },
] as const
type Act = (typeof ACTS)[number]
type Simple = Exclude<Act, { readonly name: 'close' | 'suspend' }>

const SWITCHES = ['new_credit', 'captures', 'payouts'] as const

/** In the mode that is shown. */
export function StoreState({ store }: { store: Store }) {
  const { id, state, switches, allowed_actions: allowed } = store
  return (
    <Acts
      title={ta.store.state}
      objectId={id}
      acts={ACTS}
      whyNot={({ name }) => whyNot(allowed[name])}
      nameFor={({ name }) =>
        name === 'suspend' && state === 'suspended' ? ta.store.change : ta.store.acts[name]
      }
      panel={(act, onClose) => {
        if (act.name === 'close') return <ClosePanel {...{ store, onClose }} />
        if (act.name === 'suspend') return <SuspendPanel {...{ store, onClose }} />
        return <StatePanel {...{ act, store, onClose }} />
      }}
    >
      <Facts
        facts={[
          ['state', <State key="state" name={state} />],
          ...SWITCHES.map((name) => [name, switches[name] ? ta.store.on : ta.store.off] as const),
        ]}
      />
      <PendingLinks approvals={store.pending_approvals} />
    </Acts>
  )
}

type StatePanelProps = {
  readonly act: Simple
  readonly store: Store
  readonly onClose: () => void
}

function StatePanel({ act, store: { id, name }, onClose }: StatePanelProps) {
  const title = ta.store.acts[act.name]
  return (
    <ReasonPanel
      title={title}
      sentence={`${title}: ${name}`}
      name={nameOf(act.name, id)}
      path={`/lender/stores/${id}/${act.name}`}
      code="routine"
      isHarmless
      onClose={onClose}
    >
      <p>{ta.store.actsMore[act.name]}</p>
    </ReasonPanel>
  )
}
