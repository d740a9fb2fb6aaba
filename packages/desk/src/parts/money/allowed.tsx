import type { ComponentChildren } from 'preact'
import { Permitted } from '../permitted.tsx'
import { type AllowedAct, whyNot } from './why-not.ts'

type AllowedProps = {
  readonly act: AllowedAct
  /** The roles that have it are named if the user lacks it. */
  readonly permission: string
  readonly what: string
  readonly children: ComponentChildren
}

/** An action that the object permits; otherwise a button with the reason, or with the roles. */
export function Allowed({ act, permission, what, children }: AllowedProps) {
  const why = whyNot(act)
  if (act.allowed) return children
  if (why === undefined) return <Permitted {...{ permission, what, children }} />
  return (
    <p class="hint permitted">
      <button type="button" disabled>
        {what}
      </button>
      <span>{why}</span>
    </p>
  )
}
