/** The actions that the caller can take on an object of the lender now. */
import { choice, closed, flag, hexId, moment, nullable, words } from './answers.ts'
import { approvalActions } from './approvals.ts'
import { Type } from './common.ts'

export const AllowedAct = closed(
  {
    allowed: flag('Whether the caller may do it now, possibly with a second person.'),
    reason: nullable(words('Error code that the request would get; null if it is allowed.')),
    max: nullable(Type.Integer({ minimum: 0 }), {
      description: 'Maximum amount now, in minor units; null if there is none.',
    }),
    alone_max: nullable(Type.Integer({ minimum: 0 }), {
      description: 'Amount above which a second person has to approve; 0: always; null: never.',
    }),
  },
  { $id: 'AllowedAct', description: 'Whether the caller may do something now.' },
)

export const PendingApproval = closed(
  {
    id: hexId('Id of the approval.'),
    action: choice(approvalActions, 'The requested action.'),
    created: moment('Time of the request'),
    expires: moment('Expiry of the request'),
  },
  { $id: 'PendingApproval', description: 'The pending request for approval.' },
)

/** The members of a single object: each action, and the pending requests. */
export function withActs<Acts extends Record<string, typeof AllowedAct>>(
  acts: Acts,
  { $id, of }: { readonly $id: string; readonly of: string },
) {
  return {
    allowed_actions: closed(acts, { $id, description: `What the caller may do to ${of} now.` }),
    pending_approvals: Type.Array(PendingApproval, { description: 'Oldest first.' }),
  }
}
