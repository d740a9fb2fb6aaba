/** Whether somebody may be erased: what keeps their data, and until when. Pure. */
import type { Cents } from '@svc/api'
import type { Decision } from '../../platform/refusal.ts'
import { retainedUntil } from '../personal-data/rules.ts'

/** An order of a person, or a checkout that they began. */
export type TheirOrder = {
  readonly storeId: string
  readonly id: string
  readonly currency: string
  /** It may still be signed, confirmed or captured. */
  readonly open: boolean
  /** Something was lent. */
  readonly contract: boolean
  readonly owed: Cents
  /** The written-off part: it is still owed. */
  readonly writtenOff: Cents
  /** The credit owed to them. */
  readonly credit: Cents
  /** Money is on its way. */
  readonly paying: boolean
  /** When the last happened to it. */
  readonly lastAt: Date
}

type Erasing = {
  readonly blocked: boolean
  readonly orders: readonly TheirOrder[]
  /** Approvals about them that wait for a second person. */
  readonly pending: readonly string[]
  /** Where no money is real no law requires retention. */
  readonly real: boolean
  readonly now: Date
}

/** So many are named of each kind. */
const NAMED_MAX = 10

/** All reasons for retention are named together. */
export function decideErasing({
  blocked,
  orders,
  pending,
  real,
  now,
}: Erasing): Decision<readonly TheirOrder[]> {
  const ends = orders.map((order) => ({ id: order.id, ...retainedUntil(order) }))
  const all: Readonly<Record<string, readonly string[]>> = {
    blocked: blocked ? ['nobody lends to them: lift the block first'] : [],
    approvals: pending.map((id) => `${id} waits for a second person`),
    orders: orders.filter(({ open }) => open).map(({ id }) => `${id} is open`),
    debts: orders
      .filter((order) => order.owed > 0 || (order.writtenOff > 0 && retainedUntil(order).at > now))
      .map(({ id, owed, writtenOff, currency }) => {
        return `${id}: ${owed} ${currency} are owed, ${writtenOff} written off`
      }),
    credits: orders
      .filter(({ credit }) => credit > 0)
      .map(({ id, credit, currency }) => `${id}: ${credit} ${currency} are owed to them`),
    payments: orders.filter(({ paying }) => paying).map(({ id }) => `${id}: money is on its way`),
    retention: real
      ? ends
          .filter(({ at }) => at > now)
          .sort((one, other) => other.at.getTime() - one.at.getTime())
          .map(({ id, at, law }) => `${id}: until ${at.toISOString().slice(0, 10)}, ${law}`)
      : [],
  }
  const reasons = Object.entries(all).filter(([, sentences]) => sentences.length > 0)
  const [first] = reasons
  if (first === undefined) return { plan: orders }
  const fields = reasons.map(([kind, sentences]) => [kind, sentences.slice(0, NAMED_MAX)] as const)
  const [, [what = '']] = first
  return {
    refused: 'person_kept',
    detail: { values: { state: STATES[first[0]] ?? 'kept', what }, fields: named(fields) },
  }
}

const named = (fields: readonly (readonly [string, readonly string[]])[]) =>
  Object.fromEntries(fields.map(([kind, sentences]) => [kind, [...sentences]]))

const STATES: Readonly<Record<string, string>> = {
  blocked: 'blocked',
  approvals: 'waited for',
  debts: 'in debt',
  orders: 'buying',
  credits: 'owed money',
  payments: 'paying',
}
