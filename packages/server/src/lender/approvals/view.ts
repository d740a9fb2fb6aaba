import type { Answered, ApprovalAnswer, ApprovedAllAnswer, SingleApprovalAnswer } from '@svc/api'
import type { Approval } from '../../model/approvals/approval.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Approved } from './approve-all.ts'
import type { Look } from './input.ts'

export function approvalView(approval: Approval): Answered<typeof ApprovalAnswer> {
  const { reasonCode, reasonNote, status } = approval
  return {
    id: approval.id,
    action: approval.action,
    route: approval.route,
    mode: approval.mode,
    status,
    maker: { kind: approval.makerKind, id: approval.makerId, name: approval.makerName },
    reason:
      reasonCode === null || reasonNote === null ? null : { code: reasonCode, note: reasonNote },
    object: { kind: approval.objectKind, id: approval.objectId },
    store_id: approval.storeId,
    amount: approval.amount,
    currency: approval.currency,
    body: approval.shown,
    effects: approval.doneEffects ?? approval.effects,
    effects_hash: approval.doneHash ?? approval.effectsHash,
    because: approval.because,
    policy_version: approval.policyVersion,
    created: utcMicros(approval.createdAt),
    expires_at: utcMicros(approval.expiresAt),
    decided: decidedView(approval),
    result: resultView(approval),
  }
}

function decidedView({ endedAt, checkerId, checkerName, checkerNote }: Approval) {
  if (endedAt === null) return null
  const by = checkerId === null ? null : { id: checkerId, name: checkerName }
  return { by, at: utcMicros(endedAt), note: checkerNote }
}

function resultView({ result, failure }: Approval) {
  if (failure !== null) return { status: null, location: null, code: failure }
  return result === null ? null : { ...result, code: null }
}

type Single = { readonly approval: Approval; readonly look: Look | undefined }

/** With its effects now; an ended one with its result. */
export function singleView({ approval, look }: Single): Answered<typeof SingleApprovalAnswer> {
  const view = { ...approvalView(approval), refusal: look?.refusal ?? null }
  if (look === undefined) return view
  if (look.refusal !== undefined) return { ...view, effects: null, effects_hash: null }
  return { ...view, effects: look.effects, effects_hash: look.hash }
}

export function approvedAllView(results: readonly Approved[]): Answered<typeof ApprovedAllAnswer> {
  return {
    results: results.map(({ id, approval, refused }) => {
      const { values, beside } = refused?.detail ?? {}
      const hash = beside?.effects_hash
      return {
        id,
        status: approval?.status ?? stateOf(values?.state),
        code: approval?.failure ?? refused?.code ?? null,
        effects_hash: typeof hash === 'string' ? hash : null,
      }
    }),
  }
}

const STATES = ['pending', 'executed', 'declined', 'withdrawn', 'expired', 'failed'] as const

/** The state of the approval in a refusal. */
const stateOf = (state: unknown): Approval['status'] | null =>
  STATES.find((each) => each === state) ?? null
