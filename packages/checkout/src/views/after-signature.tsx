/** The pages during the work of others. */
import { Button, NoticeOf, Title, Way } from './parts.tsx'
import { useWriting, type ViewProps } from './view.ts'

export function Loading() {
  const { texts } = useWriting()
  return (
    <div class="step calm" data-step="loading">
      <span class="spinner big" aria-hidden="true" />
      <Title>{texts.loading.title}</Title>
    </div>
  )
}

export function Challenge({ state, actions }: ViewProps) {
  const { texts } = useWriting()
  const { busy, progress } = state
  // A real check cannot be passed by buyers themselves, nor with a token from before the signature.
  const plays = progress !== null && progress.people.length > 0
  return (
    <div class="step" data-step="challenge">
      <Title>{texts.challenge.title}</Title>
      <p class="lead">{texts.challenge.lead}</p>
      <p>{plays ? texts.challenge.test : texts.challenge.waiting}</p>
      <NoticeOf notice={state.notice} />
      <Way>
        {plays && (
          <>
            <Button action="pass" busy={busy} press={() => actions.settleChallenge('pass')}>
              {texts.challenge.pass}
            </Button>
            <Button
              action="fail"
              kind="other"
              busy={busy}
              press={() => actions.settleChallenge('fail')}
            >
              {texts.challenge.fail}
            </Button>
          </>
        )}
        {state.canLeave && (
          <Button action="leave" kind="quiet" busy={busy} press={actions.leave}>
            {texts.challenge.leave}
          </Button>
        )}
      </Way>
    </div>
  )
}

export function Waiting({ state }: ViewProps) {
  const { texts } = useWriting()
  return (
    <div class="step calm" data-step="waiting">
      <span class="spinner big" aria-hidden="true" />
      <Title>{texts.waiting.title}</Title>
      <p class="lead">{texts.waiting.lead(state.progress?.store.name ?? '')}</p>
      <p class="soft">{texts.waiting.calm}</p>
    </div>
  )
}
