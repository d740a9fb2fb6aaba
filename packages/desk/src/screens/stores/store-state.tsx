import type { Answered as AnswerOf, LenderStoreAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { Fault } from '../../parts/form.tsx'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Done } from '../../parts/money/done.tsx'
import { useOnce } from '../../parts/money/once.ts'
import { Panel } from '../../parts/money/panel.tsx'
import { Pending } from '../../parts/money/pending.tsx'
import { Reason, reasonOf } from '../../parts/money/reason.tsx'
import { Block } from '../../parts/page.tsx'
import { Facts, State } from '../../parts/values.tsx'
import { isSandbox } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'

type Store = AnswerOf<typeof LenderStoreAnswer>
type Act = 'activate' | 'suspend' | 'resume'

const PERMISSIONS = {
  activate: 'stores:activate',
  suspend: 'stores:suspend',
  resume: 'stores:resume',
} as const satisfies Readonly<Record<Act, string>>

/** What a state can be left by: anything else the service refuses. */
const ACTS: Readonly<Record<Store['state'], readonly Act[]>> = {
  onboarding: ['activate'],
  active: ['suspend'],
  suspended: ['suspend', 'resume'],
  closing: [],
  closed: [],
}

const SWITCHES = ['new_credit', 'captures', 'payouts'] as const

/** In the mode that is shown. */
export function StoreState({ store }: { store: Store }) {
  const [open, setOpen] = useState<Act>()
  const { state, switches } = store
  return (
    <Block title={ta.store.state}>
      <Facts
        facts={[
          ['state', <State key="state" name={state} />],
          ...SWITCHES.map((name) => [name, switches[name] ? ta.store.on : ta.store.off] as const),
        ]}
      />
      <Pending objectId={store.id} />
      <ul class="acts">
        {ACTS[state].map((act) => (
          <ActButton
            key={act}
            name={act === 'suspend' && state === 'suspended' ? ta.store.change : ta.store.acts[act]}
            permission={PERMISSIONS[act]}
            isOpen={open === act}
            isStrong={act === 'suspend'}
            onOpen={() => setOpen(act)}
          />
        ))}
      </ul>
      {open && (
        <StatePanel key={open} act={open} store={store} onClose={() => setOpen(undefined)} />
      )}
    </Block>
  )
}

type StatePanelProps = {
  readonly act: Act
  readonly store: Store
  readonly onClose: () => void
}

function StatePanel({ act, store, onClose }: StatePanelProps) {
  const { id, name, state, switches } = store
  const mode = isSandbox.value ? 'sandbox' : 'live'
  const once = useOnce({ name: `${mode}.${id}.${act}`, path: `/lender/stores/${id}/${act}` })
  const title = ta.store.acts[act]
  const isSuspended = state === 'suspended'
  return (
    <Panel title={title} onClose={onClose}>
      {once.outcome ? (
        <Done outcome={once.outcome} what={`${title}: ${name}`} onClose={onClose} />
      ) : (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            const form = new FormData(event.currentTarget)
            const values = Object.fromEntries([...form].map(([key, each]) => [key, String(each)]))
            const on = SWITCHES.map((each) => [each, each in values] as const)
            const wish = act === 'suspend' ? Object.fromEntries(on) : {}
            once.send({ ...wish, reason: reasonOf(values) }, values)
          }}
        >
          <p>{ta.store.actsMore[act]}</p>
          {act === 'suspend' && (
            <fieldset>
              <legend>{ta.store.staysOn}</legend>
              {SWITCHES.map((each) => (
                <label key={each} class="check">
                  <input
                    type="checkbox"
                    name={each}
                    defaultChecked={isSuspended ? switches[each] : each !== 'new_credit'}
                  />
                  {ta.store.switches[each]}
                </label>
              ))}
            </fieldset>
          )}
          <Reason code={act === 'suspend' ? 'security' : 'routine'} values={once.values ?? {}} />
          {once.isOpen && !once.isBusy && <p class="stale">{ta.acts.unanswered}</p>}
          <Fault failure={once.failure} />
          <button
            type="submit"
            class={act === 'suspend' ? 'danger' : 'strong'}
            aria-disabled={once.isBusy}
          >
            {`${title}: ${name}`}
          </button>
        </form>
      )}
    </Panel>
  )
}
