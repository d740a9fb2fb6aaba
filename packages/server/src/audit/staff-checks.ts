/**
 * People, their roles and their sessions (decision 0113): few rows, compared as a whole. Instead of
 * an order a finding names the person.
 */
import type { WholeCheck } from './check.ts'

const people = (where: string): string => `SELECT '' AS store_id, p.id AS order_id FROM staff p
  WHERE ${where}`

/** Roles or memberships of one person with overlapping times. */
const overlapping = (table: string, also: string): string => `EXISTS (
  SELECT 1 FROM ${table} a JOIN ${table} b ON b.staff_id = a.staff_id AND b.id > a.id ${also}
  WHERE a.staff_id = p.id AND a.held_from < coalesce(b.held_until, 'infinity')
    AND b.held_from < coalesce(a.held_until, 'infinity'))`

export const staffChecks: readonly WholeCheck[] = [
  {
    invariant: 'L18',
    title: 'a session lasts twelve hours at most, and nobody who is disabled has one',
    query: people(`EXISTS (SELECT 1 FROM sessions s WHERE s.staff_id = p.id AND (
      s.expires_at > s.created_at + interval '12 hours' OR s.expires_at <= s.created_at
      OR s.last_seen_at > s.expires_at OR s.fresh_at > s.expires_at
      OR p.disabled_at IS NOT NULL AND (s.ended_at IS NULL OR s.created_at > p.disabled_at)))`),
  },
  {
    invariant: 'L22',
    title: 'a person is of the lender or of stores, never of both',
    query: people(`(EXISTS (SELECT 1 FROM staff_roles r WHERE r.staff_id = p.id)
        OR p.kind = 'lender') AND (EXISTS (SELECT 1 FROM store_members m WHERE m.staff_id = p.id)
        OR p.kind = 'store')`),
  },
  {
    invariant: 'L22',
    title: 'an auditor is nothing else, and an administrator moves no money',
    query: people(`EXISTS (SELECT 1 FROM staff_roles r WHERE r.staff_id = p.id AND (
      'auditor' = ANY (r.roles) AND cardinality(r.roles) > 1
      OR 'admin' = ANY (r.roles) AND r.roles && ARRAY['finance', 'risk', 'collections']))`),
  },
  {
    invariant: 'L22',
    title: 'a person has one set of rights at a time',
    query: people(`${overlapping('staff_roles', '')}
      OR ${overlapping('store_members', 'AND b.store_id = a.store_id')}`),
  },
  {
    invariant: 'L18',
    title: 'a link is used once, in its time, and the first one makes the first person',
    query: `SELECT '' AS store_id, l.id AS order_id FROM staff_links l
      WHERE l.used_at > l.expires_at
        OR l.used_at IS NOT NULL AND (SELECT count(*) FROM actions a
          WHERE (a.object_kind, a.object_id) = ('staff_link', l.id)
            AND a.action = 'link.use') <> 1
        OR l.used_at IS NULL AND EXISTS (SELECT 1 FROM actions a
          WHERE (a.object_kind, a.object_id) = ('staff_link', l.id) AND a.action = 'link.use')`,
  },
]
