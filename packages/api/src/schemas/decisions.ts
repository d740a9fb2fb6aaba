import { limits } from '../limits.ts'
import {
  Amount,
  about,
  optional,
  type Patch,
  RateField,
  RequiredText,
  type Static,
  Type,
} from './common.ts'

/** The result of a signature: accepted, declined, or an identity check first. */
export const decisionOutcomes = ['accepted', 'checked', 'refused'] as const
export type DecisionOutcome = (typeof decisionOutcomes)[number]

/** Who decided. */
export const deciders = ['person', 'rules', 'scorecard'] as const
export type DeciderName = (typeof deciders)[number]

/** The source of a reason. */
export const reasonSources = ['person', 'rules', 'scorecard'] as const
export type ReasonSource = (typeof reasonSources)[number]

/** The consequence of a reason; `none`: it was lifted, or is in the buyer's favour. */
export const reasonEffects = ['none', 'checked', 'refused'] as const
export type ReasonEffect = (typeof reasonEffects)[number]

export const reviewOutcomes = ['confirmed', 'overturned'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

/** `decision` of `PATCH /me`. */
export const DecisionLimitsBody = Type.Object(
  {
    sandbox: optional(Type.Enum(['person', 'rules'])),
    open_amount_max: optional(Amount({ minimum: 1 })),
    attempts_per_day_max: optional(
      Type.Integer({ minimum: 1, maximum: limits.decisionAttemptsMax }),
    ),
    age_min: optional(
      Type.Integer({ minimum: limits.decisionAgeLeast, maximum: limits.decisionAgeMost }),
    ),
    income_from: optional(Amount({ minimum: 1 })),
    instalment_share_max: optional(RateField()),
    late_instalments_max: optional(
      Type.Integer({ minimum: 0, maximum: limits.decisionLateInstalmentsMax }),
    ),
    written_off_max: optional(Amount()),
    history_due_max: optional(Amount()),
    history_cancelled_share_max: optional(RateField()),
    check_from: optional(Amount({ minimum: 1 })),
  },
  { 'x-patch': true },
)
export type DecisionLimitsPatch = Patch<Static<typeof DecisionLimitsBody>>

/** Body of `POST /orders/:orderId/decisions/:decisionId/review`. */
export const DecisionReviewBody = Type.Object({
  outcome: about(
    'Whether the review confirms or overturns the decline.',
    Type.Enum([...reviewOutcomes]),
  ),
  note: about(
    "The reviewer's reason.",
    Type.String({ minLength: 1, maxLength: limits.descriptionMax, format: 'text' }),
  ),
})
export type DecisionReviewWish = Static<typeof DecisionReviewBody>

/** The answer of a lender's own scorecard. */
export const ScorecardAnswer = Type.Object({
  outcome: Type.Enum([...decisionOutcomes]),
  version: optional(Type.String({ maxLength: limits.scorecardVersionMax, format: 'printable' })),
  reasons: optional(
    Type.Array(
      Type.Object({
        code: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
        es: RequiredText(),
        en: RequiredText(),
      }),
      { maxItems: limits.scorecardReasonsMax },
    ),
  ),
})
