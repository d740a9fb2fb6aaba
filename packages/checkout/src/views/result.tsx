import type { Explanation, Result, State } from '../flow/types.ts'
import { CheckIcon, ClockIcon, CrossIcon } from './icons.tsx'
import { Timeline } from './offer-parts.tsx'
import { Papers } from './papers.tsx'
import { Button, backTo, Title, Way } from './parts.tsx'
import { nextPayment } from './plan.ts'
import type { Texts } from './texts/es.ts'
import { useWriting, type ViewProps } from './view.ts'

const ICONS = { success: CheckIcon, pending: ClockIcon, ko: CrossIcon }

export function ResultPage({ state, actions }: ViewProps) {
  const { texts } = useWriting()
  const { result, progress, leavingIn, explanation } = state
  if (result === null) return null
  const store = progress?.store.name ?? ''
  const Icon = ICONS[result.status]
  return (
    <div class="step" data-step="result" data-result={result.status}>
      <div class="outcome">
        <span class={`sign ${result.status}`}>
          <Icon />
        </span>
        <Title>{resultTitle(texts, result)}</Title>
        <Summary result={result} store={store} />
      </div>
      {result.status === 'success' && <Signed state={state} />}
      {result.status !== 'ko' && progress?.signed && (
        <Papers documentUrl={actions.documentUrl} hint={texts.result.storage} />
      )}
      {result.status === 'ko' && explanation !== null && <Why explanation={explanation} />}
      <Way>
        <p role="status" class="unseen">
          {leavingIn !== null && texts.result.leavingSoon}
        </p>
        {leavingIn !== null && (
          <p class="leaving" aria-hidden="true">
            {texts.result.leaving(leavingIn)}
          </p>
        )}
        {state.canLeave ? (
          <Button action="leave" press={actions.leave}>
            {result.status === 'ko' ? texts.result.otherWay : backTo(texts, store)}
          </Button>
        ) : (
          <p class="leaving">{texts.result.closeable}</p>
        )}
        {leavingIn !== null && (
          <Button action="stay" kind="quiet" press={actions.stay}>
            {texts.result.stay}
          </Button>
        )}
      </Way>
    </div>
  )
}

/** Also the title of the window. */
export function resultTitle({ result: words }: Texts, { status, reason }: Result): string {
  if (reason === 'challenge_required') return words.pendingIdentity
  return status === 'ko' && reason.startsWith('expired') ? words.late : words[status]
}

function Summary({ result, store }: { readonly result: Result; readonly store: string }) {
  const { texts } = useWriting()
  const { result: words } = texts
  const { status, reason } = result
  if (status === 'success') return <p class="lead">{words.successLead(store)}</p>
  if (status === 'pending')
    return (
      <p class="lead">
        {reason === 'challenge_required' ? words.pendingCheck : words.pendingLead(store)}
      </p>
    )
  return (
    <>
      <p class="lead">{words.reasons[reason] ?? words.koOther}</p>
      <p class="soft">{words.koCalm}</p>
    </>
  )
}

function Signed({ state }: { readonly state: State }) {
  const { texts, formats } = useWriting()
  // What another tab has signed may differ from the choice in this one.
  const offer = state.progress?.signed
  const next = offer && nextPayment(offer)
  if (!offer || !next) return null
  return (
    <section class="part plan" aria-labelledby="next">
      <h2 id="next">{texts.result.next}</h2>
      <p class="figure">{texts.facts.on(formats.money(next.amount), formats.day(next.due_date))}</p>
      <Timeline offer={offer} />
      <p class="hint">{texts.facts.dates}</p>
    </section>
  )
}

/** The right to an explanation, and to a review by a person. */
function Why({ explanation }: { readonly explanation: Explanation }) {
  const { texts } = useWriting()
  const { reasons, human_review: review, automated, language } = explanation
  return (
    <section class="part" aria-labelledby="why">
      <h2 id="why">{texts.result.why}</h2>
      {reasons.length > 0 && (
        <ul class="reasons" lang={language}>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {automated && <p class="soft">{texts.result.automated}</p>}
      {review.available && (
        <>
          <h3>{texts.result.review}</h3>
          <p lang={language}>{review.how}</p>
        </>
      )}
    </section>
  )
}
