import type { Mode } from '../keys/api-key.ts'

/**
 * The kind of author. The service itself acts in its workers; the command line is the person who
 * runs it.
 */
type PrincipalKind =
  | 'store_key'
  | 'store_person'
  | 'lender_key'
  | 'lender_person'
  | 'buyer'
  | 'cli'
  | 'service'
  | 'stranger'

export type Principal = {
  readonly kind: PrincipalKind
  readonly id: string | null
  readonly name: string | null
}

/** The reason of an action: a code, and a note. */
export type ActionReason = { readonly code: string; readonly note: string }

/** The author, and the origin of the request. */
export type Acting = {
  readonly principal: Principal
  /** For a person. */
  readonly sessionId?: string
  /** The approval by a second person, and the id of the maker. */
  readonly approvalId?: string
  readonly onBehalf?: string
  readonly mode: Mode | null
  /** In real time, whatever a test clock shows. */
  readonly at: Date
  readonly requestId: string | null
  readonly address: string | null
  /** The client's user agent, cut to 120 characters. */
  readonly agent: string | null
  /** As in the route table: `POST /me/api-keys`; for a command its name. */
  readonly route: string | null
  /** The reason, if one is required. */
  readonly reason?: ActionReason
}

/** A person of the lender has opened it. */
export type ReadActionName = 'person.read' | 'order.read' | 'loan.read'

/** The verbs are those of the routes, of events and of background jobs. */
type ActionName =
  | ReadActionName
  | 'log.finish'
  | 'checkout.create'
  | 'checkout.save_buyer'
  | 'checkout.authorise'
  | 'checkout.release_holds'
  | 'checkout.sign'
  | 'checkout.settle_challenge'
  | 'checkout.dismiss'
  | 'checkout.expire'
  | 'order.confirm'
  | 'order.reject'
  | 'order.warn'
  | 'order.capture'
  | 'order.void'
  | 'order.refund'
  | 'order.cancel'
  | 'order.edit'
  | 'order.keep_history'
  | 'order.announce_lapse'
  | 'order.lapse'
  | 'decision.review'
  | 'loan.pay'
  | 'loan.repay_early'
  | 'loan.withdraw'
  | 'loan.charge_back'
  | 'loan.waive'
  | 'loan.return_credit'
  | 'loan.write_off'
  | 'loan.undo_write_off'
  | 'loan.collect'
  | 'loan.note'
  | 'loan.promise'
  | 'payment.settle'
  | 'bank_account.name'
  | 'payout.create'
  | 'payout.propose'
  | 'payout.hold'
  | 'payout.release'
  | 'payout.pay'
  | 'campaign.create'
  | 'campaign.change'
  | 'campaign.delete'
  | 'campaign.add_articles'
  | 'campaign.remove_articles'
  | 'notification.replay'
  | 'delivery.replay'
  | 'delivery.recover'
  | 'delivery.send_example'
  | 'delivery.cancel'
  | 'test_clock.set'
  | 'store.create'
  | 'store.activate'
  | 'store.suspend'
  | 'store.resume'
  | 'store.close'
  | 'store.change'
  | 'terms.change'
  | 'terms.withdraw'
  | 'terms.begin'
  | 'creditor.create'
  | 'creditor.change'
  | 'settings.change'
  | 'notification_secret.rotate'
  | 'secrets.rekey'
  | 'api_key.create'
  | 'api_key.rotate'
  | 'api_key.revoke'
  | 'api_key.report_exposure'
  | 'api_key.report_unused'
  | 'lender_key.create'
  | 'lender_key.rotate'
  | 'lender_key.revoke'
  | 'webhook.create'
  | 'webhook.change'
  | 'webhook.rotate'
  | 'webhook.delete'
  | 'lender_webhook.create'
  | 'lender_webhook.change'
  | 'lender_webhook.rotate'
  | 'lender_webhook.delete'
  | 'lender_webhook.disable'
  | 'exposure_policy.change'
  | 'approval.request'
  | 'approval.execute'
  | 'approval.decline'
  | 'approval.withdraw'
  | 'approval.announce_expiry'
  | 'approval.expire'
  | 'approval.fail'
  | 'approval.read_answer'
  | 'approval_policy.change'
  | 'person.search'
  | 'person.reveal'
  | 'person.export'
  | 'list.export'
  | 'person.block'
  | 'person.unblock'
  | 'person.erase'
  | 'person.merge'
  | 'person.split'
  | 'authentication.fail'
  | 'session.start'
  | 'session.step_up'
  | 'session.end'
  | 'factor.add'
  | 'factor.remove'
  | 'factor.refuse'
  | 'recovery_code.use'
  | 'link.make'
  | 'link.use'
  | 'job.pause'
  | 'job.resume'
  | 'job.run'
  | 'job.fail'
  | 'view.save'
  | 'view.remove'
  | 'staff.invite'
  | 'staff.change'
  | 'staff.disable'
  | 'staff.recover'

/** Each changed field; `changed` if its value is confidential. */
export type Changes = Readonly<
  Record<string, 'changed' | { readonly old: unknown; readonly new: unknown }>
>

export type Action = {
  readonly action: ActionName
  readonly object: { readonly kind: string; readonly id: string } | null
  readonly storeId: string | null
  /** The mode of the object; absent: that of the request, both or none. */
  readonly sandbox?: boolean
  readonly changes?: Changes
  /** The person whose data it concerns. */
  readonly personId?: string
  /** The reason, in the maker's words. */
  readonly reason?: ActionReason
  /** The error code; absent: it succeeded. */
  readonly refusal?: string
  readonly count?: number
}

export const AGENT_LENGTH_MAX = 120
