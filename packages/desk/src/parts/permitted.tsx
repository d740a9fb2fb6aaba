import type { ComponentChildren } from 'preact'
import { holdersOf, isOwn, usePowers } from '../client/powers.ts'
import { t } from '../texts/texts.ts'

type PermittedProps = {
  readonly permission: string
  /** Of settings only these. */
  readonly part?: 'webhooks'
  /** What it is that one may not. */
  readonly what: string
  readonly children: ComponentChildren
}

/** What one's roles allow; else a button that says who may. */
export function Permitted({ permission, part, what, children }: PermittedProps) {
  const line = usePowers()(permission)
  if (line === undefined) return null
  if (isOwn(line, part)) return children
  return (
    <p class="hint">
      <button type="button" disabled>
        {what}
      </button>{' '}
      {t.states.mayDo(holdersOf(line, part))}
    </p>
  )
}
