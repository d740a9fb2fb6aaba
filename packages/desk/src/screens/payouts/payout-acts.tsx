import type { Answered as AnswerOf, OpenedLenderPayout } from '@svc/api'
import { useState } from 'preact/hooks'
import { nameOf, valuesOf } from '../../client/unanswered.ts'
import { ActButton } from '../../parts/money/act-button.tsx'
import { PendingLinks } from '../../parts/money/pending.tsx'
import { whyNot } from '../../parts/money/why-not.ts'
import { Block } from '../../parts/page.tsx'
import { Late } from '../../parts/states.tsx'
import { place } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { HoldPanel } from './hold-panel.tsx'

export type Payout = AnswerOf<typeof OpenedLenderPayout>

const acts = [
  { name: 'payout_release', path: 'release', permission: 'payouts:release', isStrong: false },
  { name: 'payout_hold', path: 'hold', permission: 'payouts:hold', isStrong: true },
] as const

type Act = (typeof acts)[number]

/** What waits is held by one person at once, and released by two. */
export function PayoutActs({ payout }: { payout: Payout }) {
  const { allowed_actions: allowed, pending_approvals: pending } = payout
  const [open, setOpen] = useState<Act | undefined>(() => firstOf(payout))
  const close = () => setOpen(undefined)
  return (
    <Block title={ta.acts.title}>
      <PendingLinks approvals={pending} />
      <ul class="acts">
        {acts.map((act) => (
          <ActButton
            key={act.name}
            name={ta.acts.names[act.name]}
            permission={act.permission}
            isOpen={open === act}
            isStrong={act.isStrong}
            whyNot={whyNot(allowed[act.path])}
            onOpen={() => setOpen(act)}
          />
        ))}
      </ul>
      {open?.path === 'hold' && <HoldPanel payout={payout} onClose={close} />}
      {open?.path === 'release' && (
        <Late
          load={async () => (await import('./release-panel.tsx')).ReleasePanel}
          with={{ payout, onClose: close }}
          onGone={close}
        />
      )}
    </Block>
  )
}

/** What was on its way when the page was left; or what the link to it asks for, where it may be. */
function firstOf({ id, allowed_actions: allowed, pending_approvals: pending }: Payout) {
  const wanted = new URLSearchParams(place.value.query).get('act')
  const left = acts.find(({ name }) => valuesOf(nameOf(name, id)) !== undefined)
  return (
    left ??
    acts.find(({ name, path }) => name === wanted && allowed[path].allowed && pending.length === 0)
  )
}
