import { type LenderEventType, lenderEventTypes } from '@svc/api'
import type { Action } from '../../model/actions/action.ts'

/** The action behind each event of the lender: nothing else says that it happened. */
const ACTIONS = {
  'store.created': 'store.create',
  'store.changed': 'store.change',
  'store.activated': 'store.activate',
  'store.suspended': 'store.suspend',
  'store.resumed': 'store.resume',
  'store.closed': 'store.close',
  'terms.planned': 'terms.change',
  'terms.withdrawn': 'terms.withdraw',
  'terms.effective': 'terms.begin',
  'payout.proposed': 'payout.propose',
  'payout.held': 'payout.hold',
  'payout.released': 'payout.release',
  'api_key.created': 'api_key.create',
  'api_key.rotated': 'api_key.rotate',
  'api_key.revoked': 'api_key.revoke',
  'person.blocked': 'person.block',
  'person.unblocked': 'person.unblock',
  'person.merged': 'person.merge',
  'person.split': 'person.split',
  'person.erased': 'person.erase',
  'policy.changed': 'exposure_policy.change',
  'approval_policy.changed': 'approval_policy.change',
  'approval.requested': 'approval.request',
  'approval.expiring': 'approval.announce_expiry',
  'approval.executed': 'approval.execute',
  'approval.declined': 'approval.decline',
  'approval.withdrawn': 'approval.withdraw',
  'approval.expired': 'approval.expire',
  'approval.failed': 'approval.fail',
  'lender_key.created': 'lender_key.create',
  'lender_key.rotated': 'lender_key.rotate',
  'lender_key.revoked': 'lender_key.revoke',
  'lender_webhook.created': 'lender_webhook.create',
  'lender_webhook.changed': 'lender_webhook.change',
  'lender_webhook.rotated': 'lender_webhook.rotate',
  'lender_webhook.disabled': 'lender_webhook.disable',
  'lender_webhook.deleted': 'lender_webhook.delete',
  'job.failed': 'job.fail',
  'staff.invited': 'staff.invite',
  'staff.changed': 'staff.change',
  'staff.disabled': 'staff.disable',
  'staff.recovered': 'staff.recover',
  'security.sign_in_failed': 'authentication.fail',
  'security.factor_added': 'factor.add',
  'security.factor_removed': 'factor.remove',
  'security.factor_refused': 'factor.refuse',
  'security.recovery_code_used': 'recovery_code.use',
} as const satisfies Readonly<Record<LenderEventType, Action['action']>>

const EVENTFUL: ReadonlyMap<string, LenderEventType> = new Map(
  lenderEventTypes.map((type) => [ACTIONS[type], type]),
)

/** The event that an action is by itself; undefined: none. */
export const eventOf = (action: string): LenderEventType | undefined => EVENTFUL.get(action)
