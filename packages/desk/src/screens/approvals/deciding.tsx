import type { Answered as AnswerOf, LenderLoanAnswer, SingleApprovalAnswer } from '@svc/api'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { forget } from '../../client/answers.ts'
import { Failure } from '../../client/api.ts'
import { holdersOf } from '../../client/powers.ts'
import { me } from '../../client/session.ts'
import { write } from '../../client/writing.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import type { Change } from '../../parts/money/changes.ts'
import { Changes, Effects } from '../../parts/money/effects.tsx'
import { Note } from '../../parts/money/reason.tsx'
import { Block } from '../../parts/page.tsx'
import { FirstFailure } from '../../parts/states.tsx'
import { isSandbox } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { t } from '../../texts/texts.ts'
import { useDeciders } from './deciders.ts'
import { otherEffects } from './other-effects.ts'

export type Approval = AnswerOf<typeof SingleApprovalAnswer>

type DecidingProps = {
  readonly approval: Approval
  readonly before: AnswerOf<typeof LenderLoanAnswer>['loan'] | undefined
  readonly currency: string
}

/** What it would do, and the decision: on nothing but what was looked at. */
export function Deciding({ approval, before, currency }: DecidingProps) {
  const { status, effects, effects_hash: hash, refusal } = approval
  const isPending = status === 'pending'
  const [looked, setLooked] = useState({ hash, effects })
  const isOther = isPending && hash !== null && looked.hash !== hash
  return (
    <>
      {isOther && (
        <Changed
          changes={otherEffects(looked.effects, effects, currency)}
          onSeen={() => setLooked({ hash, effects })}
        >
          <Effects effects={looked.effects} currency={currency} before={before} />
        </Changed>
      )}
      <Block title={isPending ? ta.acts.effects : ta.approval.effectsThen}>
        {refusal === null ? (
          // What stands now holds the effects of what was done already.
          <Effects effects={effects} currency={currency} before={isPending ? before : undefined} />
        ) : (
          <p class="fault">
            {ta.approval.wouldFail} <code>{refusal}</code>
          </p>
        )}
      </Block>
      {isPending && <Decision approval={approval} hash={isOther ? null : hash} />}
    </>
  )
}

type ChangedProps = {
  readonly changes: readonly Change[]
  readonly onSeen: () => void
  readonly children: ComponentChildren
}

/** With what was looked at before; it takes the focus, since the button is far below. */
function Changed({ changes, onSeen, children }: ChangedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section class="problem" role="alert">
      <h2 ref={heading} tabIndex={-1}>
        {ta.approval.changed}
      </h2>
      <p>{ta.approval.changedMore}</p>
      <Changes changes={changes} label={ta.approval.changed} />
      <details>
        <summary>{ta.approval.lookedAt}</summary>
        {children}
      </details>
      <button type="button" onClick={onSeen}>
        {ta.approval.seen}
      </button>
    </section>
  )
}

type DecisionProps = {
  readonly approval: Approval
  /** Of the effects that were looked at; null: nothing can be approved. */
  readonly hash: string | null
}

function Decision({ approval, hash }: DecisionProps) {
  const isOwn = approval.maker.id === me.value?.id
  const { policy, lineOf } = useDeciders()
  const line = lineOf(approval.action)
  if (isOwn) return <Own approval={approval} holders={holdersOf(line)} />
  if (line?.own === false) {
    return <p class="note">{ta.acts.others(holdersOf(line) || t.none)}</p>
  }
  return (
    <>
      <FirstFailure of={[policy]} title={ta.approval.policyMissing} />
      <Form approval={approval} hash={line === undefined ? null : hash} />
    </>
  )
}

/** The maker takes it back; somebody else decides it. */
function Own({ approval: { id }, holders }: { approval: Approval; holders: string }) {
  const sending = useSending()
  const withdraw = () =>
    write({ ...POST, path: `/lender/approvals/${id}/withdraw`, sandbox: isSandbox.value })
  return (
    <Block title={ta.approval.decide}>
      <p>{ta.approval.own(holders || t.none)}</p>
      <Fault failure={sending.failure} />
      <button
        type="button"
        aria-disabled={sending.isBusy}
        onClick={() => void sending.send(withdraw)}
      >
        {ta.approval.withdraw}
      </button>
    </Block>
  )
}

const POST = { method: 'POST' } as const

function Form({ approval: { id }, hash }: DecisionProps) {
  const sending = useSending()
  const send = (act: 'approve' | 'decline', body: object) =>
    sending.send(async () => {
      const path = `/lender/approvals/${id}/${act}`
      try {
        await write({ ...POST, path, body, sandbox: isSandbox.value })
      } catch (error) {
        // The answer brings what it would do now, and the page asks for the same.
        if (error instanceof Failure && error.status === 409) await forget()
        if (!(error instanceof Failure && error.code === 'approval_stale')) throw error
      }
    })
  return (
    <Block title={ta.approval.decide}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          const note = String(new FormData(event.currentTarget).get('note') ?? '').trim()
          const isDecline = event.submitter?.dataset.act === 'decline'
          if (isDecline) void send('decline', { note })
          else if (hash !== null) {
            const said = note === '' ? {} : { note }
            void send('approve', { effects_hash: hash, ...said })
          }
        }}
      >
        <Note label={ta.approval.note} />
        <Fault failure={sending.failure} />
        <div class="buttons">
          <button type="submit" class="strong" aria-disabled={hash === null || sending.isBusy}>
            {ta.approval.approve}
          </button>
          <button type="submit" data-act="decline" aria-disabled={sending.isBusy}>
            {ta.approval.decline}
          </button>
        </div>
      </form>
    </Block>
  )
}
