/**
 * What takes two people (decision 0116): compared as a whole, instead of an order a finding names
 * the approval, or the action. L4: what was approved was so by another person, in time, who might,
 * and what was done is what they saw, once. L5: what is above its limit was approved.
 */
import { approvalActions, approvalRuleOf } from '../model/approvals/approval-action.ts'
import { grantOf, lenderRoles } from '../model/staff/roles.ts'
import type { WholeCheck } from './check.ts'

const approvals = (where: string): string => `SELECT coalesce(p.store_id, '') AS store_id,
  p.id AS order_id FROM approvals p WHERE ${where}`

const EXECUTED = `p.status = 'executed'`
const HASH_OF = (column: string): string =>
  `encode(sha256(convert_to(p.${column}::text, 'UTF8')), 'hex')`

/** The roles that may request and check each of them, as rows of a table. */
const RIGHTS = approvalActions
  .flatMap((action) =>
    lenderRoles
      .filter((role) => grantOf(role, approvalRuleOf(action).permission) !== undefined)
      .map((role) => `('${action}', '${role}')`),
  )
  .join(', ')

/** A person or key that belongs to the checker. */
const SAME_PERSON = `p.maker_id = p.checker_id OR EXISTS (SELECT 1 FROM lender_keys k
  WHERE k.id = p.maker_id AND p.checker_id IN (k.owner_id, k.maker_id))`

const ACTIONS_OF = `FROM actions a WHERE a.approval_id = p.id AND a.object_kind = 'approval'`

/**
 * The preceding actions done alone, on the same day or on the same object. At the same time those
 * with the smaller limit come first: if that order exceeds it, every other one does.
 */
const BEFORE = (bounded: 'by_maker' | 'by_object'): string =>
  bounded === 'by_object'
    ? 'b.object_kind = x.object_kind AND b.object_id = x.object_id'
    : `b.maker_id = x.maker_id AND (b.at AT TIME ZONE 'UTC')::date
        = (x.at AT TIME ZONE 'UTC')::date`
const sumUntil = (bounded: 'by_maker' | 'by_object'): string => `(SELECT sum(b.amount)
  FROM bounded_acts b WHERE b.mode = x.mode AND b.action = x.action AND b.currency = x.currency
    AND b.approval_id IS NULL AND (b.at, b.alone_max, b.id) <= (x.at, x.alone_max, x.id)
    AND ${BEFORE(bounded)})`
const BY_OBJECT = approvalActions
  .filter((action) => approvalRuleOf(action).bounded === 'by_object')
  .map((action) => `'${action}'`)
  .join(', ')
const DAY_TIMES = 4

const acts = (where: string): string => `SELECT '' AS store_id, x.id AS order_id
  FROM bounded_acts x WHERE ${where}`

export const approvalChecks: readonly WholeCheck[] = [
  {
    invariant: 'L4',
    title: 'an approval that was executed was decided in time, by somebody else',
    query: approvals(`${EXECUTED} AND (${SAME_PERSON} OR p.ended_at >= p.expires_at
      OR p.ended_at < p.created_at OR p.expires_at <= p.created_at)`),
  },
  {
    invariant: 'L4',
    title: 'the checker of an approval had the permission at the time',
    query: approvals(`${EXECUTED} AND NOT EXISTS (SELECT 1 FROM staff_roles r
        JOIN (VALUES ${RIGHTS}) AS may (action, role) ON may.role = ANY (r.roles)
      WHERE r.staff_id = p.checker_id AND may.action = p.action AND r.held_from <= p.ended_at
        AND coalesce(r.held_until >= p.ended_at, true))`),
  },
  {
    invariant: 'L4',
    title: 'an approval covers what its checker saw, and its hash covers what it did',
    query: approvals(`p.effects_hash <> ${HASH_OF('effects')}
      OR ${EXECUTED} AND p.done_hash IS DISTINCT FROM ${HASH_OF('done_effects')}`),
  },
  {
    invariant: 'L4',
    title: 'an approval was requested and ended once, each by its action',
    query: approvals(`(SELECT count(*) ${ACTIONS_OF} AND a.action = 'approval.request') <> 1
      OR (SELECT count(*) ${ACTIONS_OF} AND a.action <> 'approval.request')
        <> CASE WHEN p.status = 'pending' THEN 0 ELSE 1 END
      OR p.status <> 'pending' AND NOT EXISTS (SELECT 1 ${ACTIONS_OF} AND a.action
        = CASE p.status WHEN 'executed' THEN 'approval.execute' WHEN 'declined'
          THEN 'approval.decline' WHEN 'withdrawn' THEN 'approval.withdraw'
          WHEN 'expired' THEN 'approval.expire' ELSE 'approval.fail' END)
      OR (p.status = 'executed') <> EXISTS (SELECT 1 FROM actions a WHERE a.approval_id = p.id
        AND a.object_kind IS DISTINCT FROM 'approval' AND a.on_behalf = p.maker_id
        AND a.principal_id = p.checker_id)`),
  },
  {
    invariant: 'L5',
    title: 'an act of one person is within their limit',
    query: acts(`x.approval_id IS NULL AND (x.amount > x.alone_max
      OR CASE WHEN x.action IN (${BY_OBJECT}) THEN ${sumUntil('by_object')} > x.alone_max
        ELSE ${sumUntil('by_maker')} > x.alone_max * ${DAY_TIMES} END)`),
  },
  {
    invariant: 'L5',
    title: 'an approved act was done as approved, and once',
    query: acts(`x.approval_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM approvals p
        WHERE p.id = x.approval_id AND ${EXECUTED} AND (p.action, p.object_id, p.amount, p.currency)
          = (x.action, x.object_id, x.amount, x.currency))
      OR NOT EXISTS (SELECT 1 FROM actions a WHERE a.id = x.action_id AND a.outcome = 'done'
        AND a.approval_id IS NOT DISTINCT FROM x.approval_id)`),
  },
]
