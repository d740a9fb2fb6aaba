/** Approvals that are chosen in the inbox, to be decided together. */
import { useState } from 'preact/hooks'
import { holdersOf } from '../../client/powers.ts'
import { me } from '../../client/session.ts'
import type { Choosing } from '../../parts/list/definition.ts'
import { sentenceOf } from '../../parts/money/pending.tsx'
import { FirstFailure } from '../../parts/states.tsx'
import { ta } from '../../texts/acts.ts'
import { t } from '../../texts/texts.ts'
import { useDeciders } from './deciders.ts'
import { Together } from './together.tsx'
import type { Approval } from './types.ts'

type WhyNot = (approval: Approval) => string | undefined

export function useChoosing(): Choosing<Approval> {
  const { policy, lineOf } = useDeciders()
  const whyNot: WhyNot = ({ action, maker, status, effects_hash: hash }) => {
    if (status !== 'pending') return ta.approval.over
    const line = lineOf(action)
    if (line === undefined) return policy.failure ? t.states.error : t.states.loading
    const holders = holdersOf(line) || t.none
    if (maker.id === me.value?.id) return ta.approval.own(holders)
    if (!line.own) return ta.acts.others(holders)
    return hash === null ? ta.approval.over : undefined
  }
  return {
    tick: (approval, isChosen, onChange) => (
      <Tick {...{ approval, isChosen, onChange }} why={whyNot(approval)} />
    ),
    bar(rows, isChosen, onChoose) {
      // What was decided meanwhile is chosen no more.
      const possible = rows.filter((row) => whyNot(row) === undefined)
      return (
        <>
          {rows.length > 0 && <FirstFailure of={[policy]} title={ta.approval.policyMissing} />}
          <Bar {...{ possible, onChoose }} chosen={possible.filter(isChosen)} />
        </>
      )
    },
  }
}

type TickProps = {
  readonly approval: Approval
  readonly why: string | undefined
  readonly isChosen: boolean
  readonly onChange: () => void
}

/** What cannot be chosen says why. */
function Tick({ approval, why, isChosen, onChange }: TickProps) {
  const name = `${ta.approval.choose}: ${sentenceOf(approval)}`
  return (
    <input
      type="checkbox"
      class="pick"
      data-pick
      aria-label={why === undefined ? name : `${name}. ${why}`}
      title={why}
      disabled={why !== undefined}
      checked={isChosen}
      onChange={onChange}
    />
  )
}

/** As many as the API takes at once. */
const MOST = 50

type BarProps = {
  readonly possible: readonly Approval[]
  readonly chosen: readonly Approval[]
  readonly onChoose: (approvals: readonly Approval[]) => void
}

/** Below the rows and always in view: none of them moves when one is chosen. */
function Bar({ possible, chosen, onChoose }: BarProps) {
  const [opened, setOpened] = useState<readonly Approval[]>()
  const { length } = chosen
  const isFit = length > 0 && length <= MOST
  return (
    <>
      {possible.length > 1 && (
        <div class="chosen buttons">
          <button
            type="button"
            class="strong"
            aria-disabled={!isFit}
            onClick={() => {
              if (isFit) setOpened(chosen)
            }}
          >
            {ta.approval.together(length)}
          </button>
          <button type="button" onClick={() => onChoose(length > 0 ? [] : possible.slice(0, MOST))}>
            {length > 0
              ? ta.approval.chooseNone
              : ta.approval.chooseAll(Math.min(possible.length, MOST))}
          </button>
          {length > MOST && <small class="soft">{ta.approval.chooseMost(MOST)}</small>}
        </div>
      )}
      {opened && <Together chosen={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
