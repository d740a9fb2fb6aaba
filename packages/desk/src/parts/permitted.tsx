import type { ComponentChildren } from 'preact'
import { holdersOf, isOwn, usePowers } from '../client/powers.ts'
import { t } from '../texts/texts.ts'

type PermittedProps = {
  readonly permission: string
  /** For settings, only these. */
  readonly part?: 'webhooks'
  /** The name of the action. */
  readonly what: string
  readonly children: ComponentChildren
}

/** Content that the user's roles permit; otherwise a button with the roles that do. */
export function Permitted({ permission, part, what, children }: PermittedProps) {
  const line = usePowers()(permission)
  if (line === undefined) return null
  if (isOwn(line, part)) return children
  return (
    <p class="hint permitted">
      <button type="button" disabled>
        {what}
      </button>
      <span>{t.states.mayDo(holdersOf(line, part))}</span>
    </p>
  )
}
