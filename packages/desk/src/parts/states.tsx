/**
 * The states of every screen (loading, failed, forbidden, offline …): drawn here once, so that a
 * screen only defines what it shows of an answer.
 */
import type { ComponentChildren, ComponentType } from 'preact'
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Known } from '../client/answers.ts'
import type { Failure } from '../client/api.ts'
import { awaited } from '../client/pending.ts'
import { holdersOf, useAwaitsPowers, usePowers } from '../client/powers.ts'
import { rolesOf } from '../client/store.ts'
import { sentenceOf } from '../texts/refusals.ts'
import { t, word } from '../texts/texts.ts'
import { CopyButton } from './copy.tsx'
import { time } from './format.ts'
import { ScreenContext } from './screen-context.ts'

/** As high as the content will be; shown after a moment only. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div class="skeleton" role="status" aria-label={t.states.loading}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}

type AnsweredProps<T> = {
  readonly known: Known<T>
  /** Of the skeleton. */
  readonly lines?: number
  readonly children: (data: T) => ComponentChildren
}

/** Draws an answer, or the reason why there is none. A cached answer stays, marked with its age. */
export function Answered<T>({ known, lines = 6, children }: AnsweredProps<T>) {
  const { data, failure, isAsking, isOther, at, reload } = known
  // Usable actions take another place than disabled ones. What is drawn stays, with what is typed.
  const isDrawn = useRef(false)
  const isEarly = useAwaitsPowers() && !isDrawn.current
  isDrawn.current ||= data !== undefined && !isEarly
  if (data === undefined || isEarly) {
    if (isEarly || failure === undefined) return <Skeleton lines={lines} />
    return <Failed failure={failure} reload={reload} />
  }
  return (
    <div class="answered" aria-busy={isAsking}>
      <p class="bar" hidden={!isAsking} />
      {failure && !isAsking && (
        <>
          <Failed failure={failure} reload={reload} />
          <p class="stale">{t.states.asOf(time(at))}</p>
        </>
      )}
      {(failure === undefined || !isOther) && children(data)}
    </div>
  )
}

type FailedProps = {
  readonly failure: Failure
  readonly reload: () => void
  /** What is missing, if its place does not say so. */
  readonly title?: string | undefined
}

export function Failed({ failure, reload, title }: FailedProps) {
  if (failure.code === 'permission_missing') return <Forbidden />
  if ([0, 429, 503].includes(failure.status)) {
    return <Away {...{ failure, reload, title }} />
  }
  const { code, requestId, fields } = failure.refusal
  return (
    <section class="problem" role="alert">
      <h2>{title ?? t.states.error}</h2>
      <p>{code === 'foreign' ? t.states.foreign : sentenceOf(failure.refusal)}</p>
      <FieldFaults fields={Object.entries(fields)} />
      <p class="hint">
        {t.states.code}: <code>{code}</code>
        {requestId !== null && (
          <>
            {' · '}
            {t.states.request}: <code>{requestId}</code> <CopyButton text={requestId} />
          </>
        )}
      </p>
      <button type="button" onClick={reload}>
        {t.retry}
      </button>
    </section>
  )
}

type FieldFaultsProps = { readonly fields: readonly (readonly [string, readonly string[]])[] }

function FieldFaults({ fields }: FieldFaultsProps) {
  if (fields.length === 0) return null
  return (
    <ul class="faults">
      {fields.map(([name, sentences]) => (
        <li key={name}>
          {name.endsWith('__id') ? `${word('id')}:` : <code>{name}</code>} {sentences.join('; ')}
        </li>
      ))}
    </ul>
  )
}

type FirstFailureProps = Pick<FailedProps, 'title'> & { readonly of: readonly Known<unknown>[] }

/** Of several answers that are drawn together: why one is missing, and all that are, once more. */
export function FirstFailure({ of, title }: FirstFailureProps) {
  const missing = of.filter(({ data, failure }) => data === undefined && failure !== undefined)
  const [first] = missing
  if (first?.failure === undefined) return null
  const reload = () => {
    for (const each of missing) each.reload()
  }
  return <Failed failure={first.failure} {...{ reload, title }} />
}

/** The screen, one's own roles, and who may: never a bare 403. */
function Forbidden() {
  const lineOf = usePowers()
  const screen = useContext(ScreenContext)
  const holders = holdersOf(lineOf(screen?.permission))
  const roles = rolesOf().map(word).join(', ')
  return (
    <section class="problem" role="alert">
      <h2>{t.states.forbidden(screen === undefined ? '' : t.screens[screen.name])}</h2>
      <p>
        {t.states.yourRoles(roles === '' ? t.none : roles)}{' '}
        {holders !== '' && t.states.mayRoles(holders)}
      </p>
      <p class="hint">{t.states.askThem}</p>
    </section>
  )
}

/** No answer, or an overloaded service: it is retried at the time it named. */
function Away({ failure, reload, title }: FailedProps) {
  const [left, setLeft] = useState(Math.ceil(failure.refusal.retryAfterMs / 1_000))
  useEffect(() => {
    setLeft(Math.ceil(failure.refusal.retryAfterMs / 1_000))
  }, [failure])
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => {
      setLeft(left - 1)
      if (left === 1) reload()
    }, 1_000)
    return () => clearTimeout(timer)
  }, [left])
  useEffect(() => {
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <section class="problem" role="alert">
      <h2>{title ?? (failure.status === 0 ? t.states.offline : t.states.error)}</h2>
      <p>{left > 0 ? t.states.busy(left) : t.states.offlineMore}</p>
      <button type="button" onClick={reload}>
        {t.retry}
      </button>
    </section>
  )
}

type LateProps<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  readonly with: Props
  /** The files of this version are gone. */
  readonly onGone?: () => void
  /** Drawn until then. */
  readonly meanwhile?: ComponentChildren
}

/** Loaded on demand. */
export function Late<Props extends object>(late: LateProps<Props>) {
  const { load, with: props, onGone, meanwhile = null } = late
  const [Content, setContent] = useState<ComponentType<Props>>()
  useLayoutEffect(() => {
    awaited(load()).then((loaded) => setContent(() => loaded), onGone ?? (() => {}))
  }, [])
  return Content === undefined ? meanwhile : <Content {...props} />
}
