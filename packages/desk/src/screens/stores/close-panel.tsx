import type { Answered as AnswerOf, OpenedLenderStore } from '@svc/api'
import { nameOf } from '../../client/unanswered.ts'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { ta } from '../../texts/acts.ts'
import { Affected } from './affected.tsx'

type ClosePanelProps = {
  readonly store: Pick<
    AnswerOf<typeof OpenedLenderStore>,
    'id' | 'name' | 'currency' | 'state' | 'switches'
  >
  readonly onClose: () => void
}

/** In two steps: first nothing new begins, and once nothing is pending it ends. */
export function ClosePanel({ store, onClose }: ClosePanelProps) {
  const { id, name, currency, state, switches } = store
  const isLast = state === 'closing' || state === 'onboarding'
  const isChosen = !isLast && switches.captures
  const title = ta.store.acts.close
  return (
    <WishPanel
      {...{ title, currency, onClose }}
      name={nameOf('close', id)}
      path={`/lender/stores/${id}/close`}
      code="store_request"
      start={isChosen ? { captures: 'on' } : {}}
      wish={(values) => (isChosen ? { captures: 'captures' in values } : {})}
      sentence={() => `${title}: ${name}`}
      isDanger
      more={(tried) => <Affected tried={tried} on={tried.switches ?? switches} />}
      fields={(values) => (
        <>
          <p>{isLast ? ta.store.closed : ta.store.closing}</p>
          {isChosen && (
            <label class="check">
              <input type="checkbox" name="captures" defaultChecked={'captures' in values} />
              {ta.store.capturesOn}
            </label>
          )}
        </>
      )}
    />
  )
}
