import { useState } from 'preact/hooks'
import { nameOf, valuesOf } from '../../client/unanswered.ts'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Block } from '../../parts/page.tsx'
import { Late } from '../../parts/states.tsx'
import { ta } from '../../texts/acts.ts'
import { to } from '../../texts/own.ts'
import { word } from '../../texts/texts.ts'
import { type Act, acts, type Order } from './acts.ts'

/** What may be done to the order, each with why not where it may not. */
export function OrderActs({ order }: { order: Order }) {
  const { id, allowed_actions: allowed } = order
  // What was on its way when the page was left has its panel again.
  const [open, setOpen] = useState<Act | undefined>(() =>
    acts.find(({ name }) => valuesOf(nameOf(name, id)) !== undefined),
  )
  const reasonOf = ({ name }: Act) => {
    const each = allowed[name]
    return each.allowed ? undefined : word(each.reason)
  }
  const close = () => setOpen(undefined)
  return (
    <Block title={ta.acts.title}>
      <ul class="acts">
        {acts.map((act) => (
          <ActButton
            key={act.name}
            name={to.acts.names[act.name]}
            permission="orders:write"
            isOpen={open === act}
            isStrong={act.isStrong === true}
            whyNot={reasonOf(act)}
            onOpen={() => setOpen(act)}
          />
        ))}
      </ul>
      {open && (
        <Late
          key={open.name}
          load={async () => (await import('./order-panel.tsx')).OrderPanel}
          with={{ act: open, order, onClose: close }}
          onGone={close}
        />
      )}
    </Block>
  )
}
