/** An action with immediate effect that moves no money: it takes a reason, without a dry run. */
import type { ReasonGiven } from '@svc/api'
import type { ComponentChildren } from 'preact'
import type { Values } from '../../client/unanswered.ts'
import { ta } from '../../texts/acts.ts'
import { Fault } from '../form.tsx'
import { Done } from './done.tsx'
import { useOnce, type Wanted } from './once.ts'
import { Panel } from './panel.tsx'
import { Reason, reasonOf } from './reason.tsx'

type ReasonPanelProps = Wanted & {
  readonly title: string
  /** The whole sentence of the button. */
  readonly sentence: string
  readonly code: ReasonGiven['code']
  /** Absent: it is destructive. */
  readonly isHarmless?: boolean
  /** Members in addition to the reason. */
  readonly wish?: (values: Values) => object
  /** Above the reason. */
  readonly children: ComponentChildren
  readonly onClose: () => void
}

export function ReasonPanel(props: ReasonPanelProps) {
  const { title, sentence, code, isHarmless, wish, children, onClose, ...wanted } = props
  const once = useOnce(wanted)
  return (
    <Panel title={title} onClose={onClose}>
      {once.outcome ? (
        <Done outcome={once.outcome} what={sentence} onClose={onClose} />
      ) : (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            const form = [...new FormData(event.currentTarget)]
            const values = Object.fromEntries(form.map(([name, each]) => [name, String(each)]))
            once.send({ ...wish?.(values), reason: reasonOf(values) }, values)
          }}
        >
          {children}
          <Reason code={code} values={once.values ?? {}} />
          {once.isOpen && !once.isBusy && <p class="stale">{ta.acts.unanswered}</p>}
          <Fault failure={once.failure} />
          <button
            type="submit"
            class={isHarmless ? 'strong' : 'danger'}
            aria-disabled={once.isBusy}
          >
            {sentence}
          </button>
        </form>
      )}
    </Panel>
  )
}
