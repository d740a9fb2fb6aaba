/** What whoever asks may do to an object of the lender now. */
import { choice, closed, flag, hexId, moment, nullable, words } from './answers.ts'
import { approvalActions } from './approvals.ts'
import { Type } from './common.ts'

export const AllowedAct = closed(
  {
    allowed: flag('Whether they may do it now, be it with a second person.'),
    reason: nullable(words('The code that it would be refused with; null where it is allowed.')),
    max: nullable(Type.Integer({ minimum: 0 }), {
      description: 'The largest amount that is possible now, in minor units; null: there is none.',
    }),
    alone_max: nullable(Type.Integer({ minimum: 0 }), {
      description:
        'Above this amount a second person approves it, 0: always; null: nobody else is needed.',
    }),
  },
  { $id: 'AllowedAct', description: 'Whether something may be done now, by whoever asks.' },
)

export const PendingApproval = closed(
  {
    id: hexId('Id of the approval.'),
    action: choice(approvalActions, 'What was asked for.'),
    created: moment('When it was asked for'),
    expires: moment('Until when it waits'),
  },
  { $id: 'PendingApproval', description: 'What waits for a second person.' },
)

/** What an object shows of itself to whoever opens it: each act, and what waits already. */
export function withActs<Acts extends Record<string, typeof AllowedAct>>(
  acts: Acts,
  { $id, of }: { readonly $id: string; readonly of: string },
) {
  return {
    allowed_actions: closed(acts, { $id, description: `What whoever asks may do to ${of} now.` }),
    pending_approvals: Type.Array(PendingApproval, { description: 'The oldest first.' }),
  }
}
