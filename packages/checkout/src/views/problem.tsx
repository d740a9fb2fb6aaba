import { WarningIcon } from './icons.tsx'
import { Button, backTo, Title, Way } from './parts.tsx'
import { useWriting, type ViewProps } from './view.ts'

export function ProblemPage({ state, actions }: ViewProps) {
  const { texts } = useWriting()
  const { problem, busy, progress } = state
  if (problem === null) return null
  const { kind, canRetry, canLeave, requestId } = problem
  return (
    <div class="step" data-step="problem" data-problem={kind}>
      <div class="outcome">
        <span class="sign problem">
          <WarningIcon />
        </span>
        <Title>{texts.problem[kind].title}</Title>
        <p class="lead">{texts.problem[kind].text}</p>
        {requestId !== null && <p class="hint">{texts.problem.request(requestId)}</p>}
      </div>
      <Way>
        {canRetry && (
          <Button action="retry" busy={busy} press={actions.retry}>
            {texts.problem.retry}
          </Button>
        )}
        {canLeave && (
          <Button
            action="leave"
            kind={canRetry ? 'quiet' : 'main'}
            busy={busy}
            press={actions.leave}
          >
            {backTo(texts, progress?.store.name ?? '')}
          </Button>
        )}
      </Way>
    </div>
  )
}
