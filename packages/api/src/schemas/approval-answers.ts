import {
  choice,
  closed,
  ErrorAnswer,
  flag,
  hexId,
  moment,
  nullable,
  pageOf,
  words,
} from './answers.ts'
import { approvalActions, approvalRoles } from './approvals.ts'
import { Type } from './common.ts'
import { EffectsAnswer } from './order-answers.ts'

const anything = (description: string) => Type.Unknown({ description })
const states = ['pending', 'executed', 'declined', 'withdrawn', 'expired', 'failed'] as const
const because = ['role', 'limit', 'repeated', 'day', 'policy', 'floor'] as const
const makers = ['lender_person', 'lender_key', 'store_person', 'store_key'] as const
const hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description })

const BECAUSE =
  'Why approval is needed. `role`: the role always needs it; `limit`: above the limit ' +
  'of one person; `repeated`: close to the limit for the third time in a day; `day`: ' +
  'above the daily limit; `policy`: the approval policy; `floor`: always.'

/** The effects of a change of anything but an order. */
const ChangesAnswer = closed(
  {
    action: words('Name of the action in the action log.'),
    object_kind: nullable(words('The object of the action.')),
    changes: anything('The changed fields, with their old and new values.'),
    more: Type.Optional(
      Type.Array(anything('An effect of the same form.'), {
        description: 'For a payout in several currencies, the others after the first.',
      }),
    ),
  },
  { $id: 'ChangeEffects', description: 'The effects of a change.' },
)
export const LenderEffectsAnswer = Type.Union([EffectsAnswer, ChangesAnswer])

/** In addition to the effects of a dry run. */
export const ApprovalNeedAnswer = closed(
  {
    needed: flag('Whether a second person has to approve.'),
    policy: Type.Integer({ minimum: 0, description: 'Version of the approval policy.' }),
    because: nullable(choice(because, BECAUSE)),
  },
  { description: 'Whether it needs two people.' },
)

const approval = {
  id: hexId('Id of the approval.'),
  action: choice(approvalActions, 'The requested action.'),
  route: words('Method and path of the request.'),
  mode: nullable(
    choice(
      ['sandbox', 'live'],
      'Mode of the request; null for requests about people, which have no mode.',
    ),
  ),
  status: choice(states, 'Status of the approval.'),
  maker: closed({
    kind: choice(makers, 'The maker: who made the request.'),
    id: words('Id.'),
    name: nullable(words('Name of the person.')),
  }),
  reason: nullable(closed({ code: words('A code.'), note: words('A comment.') }), {
    description: "The maker's reason; null if none was required.",
  }),
  object: closed({ kind: words('The object of the request.'), id: words('Its id.') }),
  store_id: nullable(words('The store it belongs to.')),
  amount: nullable(Type.Integer({ minimum: 0, description: 'Amount in minor units.' })),
  currency: nullable(words('Currency of the amount.')),
  body: anything('The body of the request, without secrets.'),
  effects: anything('The effects, as of the request; for a single approval, as of now.'),
  effects_hash: nullable(hash('Hash of the effects; send it with the approval.')),
  because: choice(because, BECAUSE),
  policy_version: Type.Integer({ minimum: 0, description: 'Version of the approval policy.' }),
  created: moment('Time of the request'),
  expires_at: moment('Expiry of the request'),
  decided: nullable(
    closed({
      by: nullable(
        closed({ id: hexId('The person.'), name: nullable(words('Name of the person.')) }),
        {
          description: 'The checker; null if nobody decided.',
        },
      ),
      at: moment('When the request ended'),
      note: nullable(words("The checker's comment.")),
    }),
    { description: 'Who ended the request, and when; null while pending.' },
  ),
  result: nullable(
    closed({
      status: nullable(Type.Integer({ description: 'Status of the answer; null if it failed.' })),
      location: nullable(words('Path of the created object.')),
      code: nullable(words('Error code of the failure.')),
    }),
    { description: 'The result; null if nothing was done.' },
  ),
}

export const ApprovalAnswer = closed(approval, {
  $id: 'Approval',
  description: 'A request that needs a second person, with its result.',
})
export const ApprovalPage = pageOf(ApprovalAnswer, 'ApprovalPage')

export const SingleApprovalAnswer = closed(
  {
    ...approval,
    refusal: nullable(words('Why it would fail now.')),
  },
  { $id: 'SingleApproval', description: 'An approval, with its effects as of now.' },
)

/** The answer of an action that needs two people. */
export const AskedAnswer = closed(
  { approval: ApprovalAnswer },
  { $id: 'Asked', description: 'Nothing was done yet: a second person has to approve.' },
)

/** The answer of `POST /lender/approvals/:approvalId/answer`. */
export const ApprovalSecretAnswer = closed(
  { answer: anything('The secret in the answer to the request: a link or a key.') },
  { $id: 'ApprovalSecret', description: 'An answer with a secret, which is shown only once.' },
)

/** A refusal; if the effects have changed, with the new ones. */
export const StaleAnswer = closed(
  {
    ...ErrorAnswer.properties,
    effects: Type.Optional(anything('The effects as of now.')),
    effects_hash: Type.Optional(hash('Hash of those effects.')),
  },
  { $id: 'StaleApproval', description: 'Why it was not carried out.' },
)

export const ApprovedAllAnswer = closed(
  {
    results: Type.Array(
      closed({
        id: words('The approval.'),
        status: nullable(choice(states, 'State of the approval; null if it was not found.')),
        code: nullable(words('Reason for the failure.')),
        effects_hash: nullable(hash('Hash of the current effects, if they differ.')),
      }),
      { description: 'One result per approval, in the order sent.' },
    ),
  },
  { $id: 'ApprovedAll', description: 'The result of each approval.' },
)

const rule = {
  action: choice(approvalActions, 'The action.'),
  role: nullable(choice(approvalRoles, 'The role that the rule applies to; null: all.')),
  currency: nullable(words('The currency that the rule applies to; null: all.')),
  alone_max: nullable(Type.Integer({ minimum: 0 }), {
    description: 'Largest amount that one person may handle alone. 0: none; null: unlimited.',
  }),
}
export const ApprovalPolicyAnswer = closed(
  {
    version: Type.Integer({
      minimum: 0,
      description: 'Version; 0: only the limits of the roles apply.',
    }),
    rules: Type.Array(closed(rule), {
      description: 'Rules that take precedence over the limits of the roles.',
    }),
    actions: Type.Array(
      closed({
        action: rule.action,
        permission: words('The permission that maker and checker need.'),
        hours: Type.Integer({ minimum: 1, description: 'How long a request stays pending.' }),
        floor: flag('Whether live mode always requires two people.'),
        bounded: flag('Whether the action has an amount.'),
      }),
      { description: 'All actions that can require two people.' },
    ),
  },
  { $id: 'ApprovalPolicy', description: 'The approval policy: what one person may do alone.' },
)

const { version, rules } = ApprovalPolicyAnswer.properties
export const ApprovalPolicyVersions = pageOf(
  closed(
    { version, rules, created: moment('Creation time') },
    { $id: 'ApprovalPolicyVersion', description: 'A version of the approval policy.' },
  ),
  'ApprovalPolicyVersions',
)
