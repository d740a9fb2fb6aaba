import type { Answered as AnswerOf, OpenedLenderPayout } from '@svc/api'
import { useState } from 'preact/hooks'
import { valuesOf } from '../../client/unanswered.ts'
import { money } from '../../parts/format.ts'
import { ActButton } from '../../parts/money/act-button.tsx'
import { Effects } from '../../parts/money/effects.tsx'
import { MoneyPanel, nameOf } from '../../parts/money/money-panel.tsx'
import { PendingLinks } from '../../parts/money/pending.tsx'
import { Reason, reasonOf, trialReason } from '../../parts/money/reason.tsx'
import { whyNot } from '../../parts/money/why-not.ts'
import { Block } from '../../parts/page.tsx'
import { wantedAct } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'

export type Payout = AnswerOf<typeof OpenedLenderPayout>

const acts = [
  {
    ...({ name: 'payout_release', path: 'release', permission: 'payouts:release' } as const),
    ...({ reason: 'routine', isStrong: false } as const),
  },
  {
    ...({ name: 'payout_hold', path: 'hold', permission: 'payouts:hold' } as const),
    ...({ reason: 'security', isStrong: true } as const),
  },
] as const

type Act = (typeof acts)[number]

/** What waits is held by one person at once, and released by two. */
export function PayoutActs({ payout }: { payout: Payout }) {
  const { id, allowed_actions: allowed, pending_approvals: pending } = payout
  const [open, setOpen] = useState<Act | undefined>(() => firstOf(payout))
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
      {open && (
        <PayoutPanel
          key={`${id} ${open.name}`}
          act={open}
          payout={payout}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Block>
  )
}

/** What was on its way when the page was left; or what the link to it asks for, where it may be. */
function firstOf({ id, allowed_actions: allowed, pending_approvals: pending }: Payout) {
  const left = acts.find(({ name }) => valuesOf(nameOf(name, id)) !== undefined)
  return (
    left ??
    acts.find(
      ({ name, path }) => name === wantedAct.value && allowed[path].allowed && pending.length === 0,
    )
  )
}

type PayoutPanelProps = {
  readonly act: Act
  readonly payout: Payout
  readonly onClose: () => void
}

function PayoutPanel({ act, payout, onClose }: PayoutPanelProps) {
  const { id, amount, currency } = payout
  const title = ta.acts.names[act.name]
  return (
    <MoneyPanel
      isShown
      title={title}
      name={nameOf(act.name, id)}
      path={`/lender/payouts/${id}/${act.path}`}
      start={{ reason: act.reason }}
      read={(values) => {
        const isWhole = (values.note ?? '').trim() !== ''
        return {
          trial: { reason: trialReason },
          body: isWhole ? { reason: reasonOf(values) } : undefined,
          sentence: `${title} ${money(amount, currency)}`,
        }
      }}
      fields={(values) => <Reason code={act.reason} values={values} />}
      effects={(effects) => <Effects effects={effects} currency={currency} />}
      onClose={onClose}
    />
  )
}
