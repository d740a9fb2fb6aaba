/** What the link to the page requests. */
export const requestedAct = () => new URLSearchParams(place.value.query).get('act')

/** What may be done to an object, each with why not where it may not; one of them has its panel. */
import { type ComponentChildren, Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { nameOf, valuesOf } from '../../client/unanswered.ts'
import { place } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { Block } from '../page.tsx'
import { ActButton } from './act-button.tsx'

type Act = { readonly name: string; readonly permission: string; readonly isStrong?: boolean }

type ActsProps<One extends Act> = {
  readonly title?: string
  readonly objectId: string
  readonly acts: readonly One[]
  readonly nameFor: (act: One) => string
  /** Of the object itself; undefined: nothing speaks against it. */
  readonly whyNot?: (act: One) => string | undefined
  /** What the link to the page requests. */
  readonly wanted?: One | undefined
  readonly panel: (act: One, onClose: () => void) => ComponentChildren
  /** Above them: what waits at it. */
  readonly children?: ComponentChildren
}

export function Acts<One extends Act>(props: ActsProps<One>) {
  const { title, objectId, acts, nameFor, whyNot, wanted, panel, children } = props
  // What was on its way when the page was left has its panel again.
  const [open, setOpen] = useState<One | undefined>(
    () => acts.find(({ name }) => valuesOf(nameOf(name, objectId)) !== undefined) ?? wanted,
  )
  return (
    <Block title={title ?? ta.acts.title}>
      {children}
      <ul class="acts">
        {acts.map((act) => (
          <ActButton
            key={act.name}
            name={nameFor(act)}
            permission={act.permission}
            isOpen={open?.name === act.name}
            isStrong={act.isStrong === true}
            whyNot={whyNot?.(act)}
            onOpen={() => setOpen(act)}
          />
        ))}
      </ul>
      {open && <Fragment key={open.name}>{panel(open, () => setOpen(undefined))}</Fragment>}
    </Block>
  )
}
