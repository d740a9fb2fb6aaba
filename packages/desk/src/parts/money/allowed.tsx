import type { ComponentChildren } from 'preact'
import { Permitted } from '../permitted.tsx'
import { type AllowedAct, whyNot } from './why-not.ts'

type AllowedProps = {
  readonly act: AllowedAct
  /** Who has it is named where one lacks it. */
  readonly permission: string
  readonly what: string
  readonly children: ComponentChildren
}

/** What the object lets the caller do; else a button with why not, or with who may. */
export function Allowed({ act, permission, what, children }: AllowedProps) {
  const why = whyNot(act)
  if (act.allowed) return children
  if (why === undefined) return <Permitted {...{ permission, what, children }} />
  return (
    <p class="hint">
      <button type="button" disabled>
        {what}
      </button>{' '}
      {why}
    </p>
  )
}
