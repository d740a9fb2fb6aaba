import type { Answered as AnswerOf, OpenedLenderStore } from '@svc/api'
import { nameOf, type Values } from '../../client/unanswered.ts'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { ta } from '../../texts/acts.ts'
import { Affected } from './affected.tsx'

type SuspendPanelProps = {
  readonly store: Pick<
    AnswerOf<typeof OpenedLenderStore>,
    'id' | 'name' | 'currency' | 'state' | 'switches'
  >
  readonly onClose: () => void
}

const SWITCHES = ['new_credit', 'captures', 'payouts'] as const

/** Immediate and by one person, who has seen what it stops. */
export function SuspendPanel({ store, onClose }: SuspendPanelProps) {
  const { id, name, currency, state, switches } = store
  const title = ta.store.acts.suspend
  const isOn = (each: (typeof SWITCHES)[number]) =>
    state === 'suspended' ? switches[each] : each !== 'new_credit'
  const wish = (values: Values) => ({
    ...{ new_credit: 'new_credit' in values, captures: 'captures' in values },
    payouts: 'payouts' in values,
  })
  return (
    <WishPanel
      {...{ title, currency, onClose, wish }}
      isDanger
      name={nameOf('suspend', id)}
      path={`/lender/stores/${id}/suspend`}
      code="security"
      start={Object.fromEntries(SWITCHES.filter(isOn).map((each) => [each, 'on']))}
      sentence={() => `${title}: ${name}`}
      more={(tried) => <Affected tried={tried} on={tried.switches ?? switches} />}
      fields={(values) => (
        <>
          <p>{ta.store.actsMore.suspend}</p>
          <fieldset>
            <legend>{ta.store.staysOn}</legend>
            {SWITCHES.map((each) => (
              <label key={each} class="check">
                <input
                  type="checkbox"
                  name={each}
                  disabled={!switches[each]}
                  defaultChecked={each in values}
                />
                {ta.store.switches[each]}
              </label>
            ))}
          </fieldset>
        </>
      )}
    />
  )
}
