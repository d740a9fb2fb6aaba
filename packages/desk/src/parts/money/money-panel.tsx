/** Whatever moves money: its form, what it would do, and one effect however often it is sent. */
import type {
  Answered as AnswerOf,
  ApprovalNeedAnswer,
  ApprovalPolicyAnswer,
  EffectsAnswer,
  ExposurePolicyAnswer,
  MovedLenderStore,
  TermsAnswer,
} from '@svc/api'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Failure } from '../../client/api.ts'
import type { Values } from '../../client/unanswered.ts'
import { href } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { t } from '../../texts/texts.ts'
import { Fault } from '../form.tsx'
import { Request } from '../list/request.tsx'
import { Block } from '../page.tsx'
import { Skeleton } from '../states.tsx'
import { Done } from './done.tsx'
import { useOnce, type Wanted } from './once.ts'
import { Panel } from './panel.tsx'
import { type Preview, usePreview } from './preview.ts'

type Effects = AnswerOf<typeof EffectsAnswer>
/** Of a policy or a store it is what it would be. */
export type Tried = Partial<AnswerOf<typeof ExposurePolicyAnswer>> &
  Pick<Partial<AnswerOf<typeof MovedLenderStore>>, 'affected' | 'switches'> &
  Pick<Partial<AnswerOf<typeof ApprovalPolicyAnswer>>, 'rules'> &
  Pick<AnswerOf<typeof TermsAnswer>, 'annual_rates'> & {
    readonly effects: Effects | null
    readonly approval?: AnswerOf<typeof ApprovalNeedAnswer>
  }

export type ReadForm = {
  /** What can be tried of it; undefined: nothing yet. */
  readonly trial: object | undefined
  /** What is sent; undefined: something is missing still. */
  readonly body: object | undefined
  /** The whole sentence of the button. */
  readonly sentence: string
}

type MoneyPanelProps = Wanted & {
  readonly title: string
  readonly start: Values
  /** `key`: this write's own. */
  readonly read: (values: Values, key: string) => ReadForm
  readonly fields: (values: Values, form: ReadForm) => ComponentChildren
  readonly effects: (effects: Effects, tried: Tried) => ComponentChildren
  /** What is still missing before it can be tried; absent: an amount. */
  readonly incomplete?: string
  /** Shows the request as the API takes it. */
  readonly isShown?: boolean
  /** It takes something away. */
  readonly isDanger?: boolean
  readonly onClose: () => void
}

/** Effects first: nothing is sent before they were shown for the current form. */
export function MoneyPanel(props: MoneyPanelProps) {
  const {
    title,
    start,
    read,
    fields,
    effects,
    incomplete,
    isShown = false,
    isDanger,
    onClose,
    ...wanted
  } = props
  const once = useOnce(wanted)
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>(once.values ?? start)
  const readForm = read(values, once.key)
  const { trial, body, sentence } = readForm
  const isSent = once.isOpen || once.outcome !== undefined
  const preview = usePreview<Tried>(wanted, isSent ? undefined : trial)
  // What lists begin with is chosen by the browser.
  useEffect(() => {
    if (form.current && !once.isOpen) setValues(valuesIn(form.current))
  }, [])
  const isSeen = once.isOpen || preview.answer !== undefined
  const isArmed = !once.isBusy && body !== undefined && isSeen
  if (once.outcome) {
    return (
      <Panel title={title} onClose={onClose}>
        <Done outcome={once.outcome} what={sentence} onClose={onClose} />
      </Panel>
    )
  }
  return (
    <Panel title={title} onClose={onClose}>
      <form
        ref={form}
        class="form"
        onInput={({ currentTarget }) => setValues(valuesIn(currentTarget))}
        onSubmit={(event) => {
          event.preventDefault()
          if (isArmed && body) once.send(body, values)
        }}
      >
        <fieldset class="form" disabled={once.isOpen}>
          {fields(values, readForm)}
        </fieldset>
        {!once.isOpen && <Seen {...{ preview, effects, incomplete }} isAsked={!!trial} />}
        {once.isOpen && !once.isBusy && <p class="stale">{ta.acts.unanswered}</p>}
        <Fault failure={once.failure} />
        <PendingLink failure={once.failure} />
        <button type="submit" class={isDanger ? 'danger' : 'strong'} aria-disabled={!isArmed}>
          {once.isOpen && !once.isBusy
            ? ta.acts.sendAgain
            : `${preview.answer?.approval?.needed ? ta.acts.ask : ''}${sentence}`}
        </button>
      </form>
      {isShown && body && (
        <Request path={wanted.path} method={wanted.method ?? 'POST'} body={body} />
      )}
    </Panel>
  )
}

function valuesIn(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

type SeenProps = Pick<MoneyPanelProps, 'effects'> & {
  readonly incomplete: string | undefined
  readonly preview: Preview<Tried>
  /** Whether there is anything that could be tried. */
  readonly isAsked: boolean
}

/** The effects; those of another input stay until there are newer ones, and say so. */
function Seen({ preview, effects, incomplete, isAsked }: SeenProps) {
  const { answer, last, failure, again } = preview
  const shown = answer ?? last
  const isOld = answer === undefined
  return (
    <Block title={ta.acts.effects}>
      <div class="stack" aria-busy={isOld && isAsked && !failure}>
        {failure ? (
          <>
            <Fault failure={failure} />
            <PendingLink failure={failure} />
            <button type="button" onClick={again}>
              {t.retry}
            </button>
          </>
        ) : (
          shown && (
            <div class={isOld ? 'faded' : ''}>
              {shown.effects ? (
                effects(shown.effects, shown)
              ) : (
                <p class="hint">{ta.acts.noChanges}</p>
              )}
            </div>
          )
        )}
        {!failure && isAsked && shown === undefined && <Skeleton lines={3} />}
        {!failure && isOld && (
          <p class="hint">{isAsked ? ta.acts.looking : (incomplete ?? ta.acts.incomplete)}</p>
        )}
        {answer?.approval?.because && answer.approval.needed && (
          <p class="note">
            {ta.acts.second} {ta.acts.because[answer.approval.because]}
          </p>
        )}
      </div>
    </Block>
  )
}

/** The same waits already: there it can be decided. */
function PendingLink({ failure }: { failure: Failure | undefined }) {
  const [id] = failure?.refusal.fields.approval__id ?? []
  return id === undefined ? null : <a href={href(`/inbox/${id}`)}>{ta.acts.toApproval}</a>
}
