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
  'role: the role only asks; limit: more than one may do alone; repeated: nearly as much for the ' +
  'third time in a day; day: too much in a day; policy: the approval policy; floor: always.'

/** What a change of anything but an order does. */
const ChangesAnswer = closed(
  {
    action: words('What it is in the log of actions.'),
    object_kind: nullable(words('What it is done to.')),
    changes: anything('Each field that changes, with its old and its new value.'),
    more: Type.Optional(
      Type.Array(anything('The same.'), {
        description: 'Of a payout in several currencies, those after the first.',
      }),
    ),
  },
  { $id: 'ChangeEffects', description: 'What a change would do.' },
)
export const LenderEffectsAnswer = Type.Union([EffectsAnswer, ChangesAnswer])

/** Beside the effects of a dry run. */
export const ApprovalNeedAnswer = closed(
  {
    needed: flag('Whether a second person has to approve.'),
    policy: Type.Integer({ minimum: 0, description: 'Version of the approval policy.' }),
    because: nullable(choice(because, BECAUSE)),
  },
  { description: 'Whether it takes two.' },
)

const approval = {
  id: hexId('Names the approval.'),
  action: choice(approvalActions, 'What was asked for.'),
  route: words('The request: method and path.'),
  mode: nullable(choice(['sandbox', 'live'], 'Null: of people, who are of no mode.')),
  status: choice(states, 'What became of it.'),
  maker: closed({
    kind: choice(makers, 'Who asked for it.'),
    id: words('Their id.'),
    name: nullable(words('Their name.')),
  }),
  reason: nullable(closed({ code: words('A word.'), note: words('In words.') }), {
    description: 'Why it was asked for; null where nobody had to say it.',
  }),
  object: closed({ kind: words('What it is about.'), id: words('Its id.') }),
  store_id: nullable(words('Whose it is.')),
  amount: nullable(Type.Integer({ minimum: 0, description: 'In minor units.' })),
  currency: nullable(words('Of the amount.')),
  body: anything('What was sent, without what is secret.'),
  effects: anything('What it would do: when it was asked for; of a single one, now.'),
  effects_hash: nullable(hash('Of the effects: it is sent with the approval.')),
  because: choice(because, BECAUSE),
  policy_version: Type.Integer({ minimum: 0, description: 'By which approval policy.' }),
  created: moment('When it was asked for'),
  expires_at: moment('Until when it waits'),
  decided: nullable(
    closed({
      by: nullable(closed({ id: hexId('The person.'), name: nullable(words('Their name.')) }), {
        description: 'Who decided; null: nobody did.',
      }),
      at: moment('When it ended'),
      note: nullable(words('What they said.')),
    }),
    { description: 'Who ended it, and when; null while it waits.' },
  ),
  result: nullable(
    closed({
      status: nullable(Type.Integer({ description: 'Of the answer; null: it was refused.' })),
      location: nullable(words('Where what was made is.')),
      code: nullable(words('Of the refusal.')),
    }),
    { description: 'What came of it; null where nothing was done.' },
  ),
}

export const ApprovalAnswer = closed(approval, {
  $id: 'Approval',
  description: 'What takes a second person, and what became of it.',
})
export const ApprovalPage = pageOf(ApprovalAnswer, 'ApprovalPage')

export const SingleApprovalAnswer = closed(
  {
    ...approval,
    refusal: nullable(words('Why it would be refused now.')),
  },
  { $id: 'SingleApproval', description: 'What takes a second person, as it would be done now.' },
)

/** The answer of what takes two. */
export const AskedAnswer = closed(
  { approval: ApprovalAnswer },
  { $id: 'Asked', description: 'Nothing was done: a second person has to approve.' },
)

/** The answer of `POST /lender/approvals/:approvalId/answer`. */
export const ApprovalSecretAnswer = closed(
  { answer: anything('What the request was answered with: a link, or a key.') },
  { $id: 'ApprovalSecret', description: 'What is shown this once.' },
)

/** A refusal; of what would do something else now with what that is. */
export const StaleAnswer = closed(
  {
    ...ErrorAnswer.properties,
    effects: Type.Optional(anything('What it would do now.')),
    effects_hash: Type.Optional(hash('Of those effects.')),
  },
  { $id: 'StaleApproval', description: 'It was not done.' },
)

export const ApprovedAllAnswer = closed(
  {
    results: Type.Array(
      closed({
        id: words('The approval.'),
        status: nullable(choice(states, 'What became of it; null: it is not there.')),
        code: nullable(words('Why it was not done.')),
        effects_hash: nullable(hash('Of what it would do now, where that was another.')),
      }),
      { description: 'One for each that was sent, in their order.' },
    ),
  },
  { $id: 'ApprovedAll', description: 'What became of each.' },
)

const rule = {
  action: choice(approvalActions, 'What is done.'),
  role: nullable(choice(approvalRoles, 'Of whom; null: of all.')),
  currency: nullable(words('Of amounts in it; null: in all.')),
  alone_max: nullable(Type.Integer({ minimum: 0 }), {
    description: 'Up to how much one person does it. 0: nothing; null: without a bound.',
  }),
}
export const ApprovalPolicyAnswer = closed(
  {
    version: Type.Integer({ minimum: 0, description: '0: the limits of the roles alone.' }),
    rules: Type.Array(closed(rule), { description: 'They go before the limits of the roles.' }),
    actions: Type.Array(
      closed({
        action: rule.action,
        permission: words('What maker and checker have.'),
        hours: Type.Integer({ minimum: 1, description: 'How long it waits.' }),
        floor: flag('In live mode it always takes two.'),
        bounded: flag('Whether it has an amount.'),
      }),
      { description: 'Everything that may take two.' },
    ),
  },
  { $id: 'ApprovalPolicy', description: 'What one person may do alone.' },
)

const { version, rules } = ApprovalPolicyAnswer.properties
export const ApprovalPolicyVersions = pageOf(
  closed(
    { version, rules, created: moment('When it was set') },
    { $id: 'ApprovalPolicyVersion', description: 'What one person might do alone.' },
  ),
  'ApprovalPolicyVersions',
)
