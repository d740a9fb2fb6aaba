/** What is done with the rows that were found: groups, windows, order. */

import { compile, type Evaluate, type Ordered, type Place, type Scope } from './evaluate.ts'
import { aggregates } from './operators.ts'
import { type Call, type Expression, NotUnderstood } from './syntax.ts'
import { compare, keyOf } from './values.ts'

export function grouped(
  scope: Scope,
  groups: readonly Evaluate[],
  places: readonly Place[],
  start: Place,
): Place[] {
  const byKey = Map.groupBy(places, (place) => keyOf(groups.map((group) => group(place))))
  if (groups.length === 0 && byKey.size === 0) byKey.set('', [])
  return [...byKey.values()].map((of) => {
    const computed = new Map<Expression, unknown>()
    for (const { call, order, of: value, filter } of scope.aggregates) {
      const met = of.filter((place) => filter === undefined || filter(place) === true)
      const counted = order.length === 0 ? met : sorted(met, order)
      const values = counted.map((place) => (value === undefined ? 1 : value(place)))
      computed.set(
        call,
        aggregates[call.name]?.(
          call.name.endsWith('_agg') ? values : values.filter((each) => each !== null),
        ),
      )
    }
    return { ...(of[0] ?? start), computed }
  })
}

/** Up to each row, those of its part of the whole, in the order that the window names. */
export function windowsOf(scope: Scope): (places: Place[]) => Place[] {
  const compiled = scope.windows.map((call) => windowOf(scope, call))
  if (compiled.length === 0) return (places) => places
  return (places) => {
    const computed = places.map(() => new Map<Expression, unknown>())
    for (const { call, of, partition, order } of compiled) {
      const numbered = places.map((place, index) => ({ place, index }))
      const parts = Map.groupBy(numbered, ({ place }) => keyOf(partition.map((by) => by(place))))
      for (const part of parts.values()) {
        const inOrder = part.sort((a, b) => ordering(a.place, b.place, order))
        const values: unknown[] = []
        for (const { place, index } of inOrder) {
          const value = of(place)
          if (value !== null) values.push(value)
          computed[index]?.set(call, aggregates[call.name]?.(values))
        }
      }
    }
    return places.map((place, index) => ({ ...place, computed: computed[index] ?? new Map() }))
  }
}

function windowOf(scope: Scope, call: Call) {
  const [first] = call.parameters ?? []
  if (first === undefined || !(call.name in aggregates) || call.over === undefined) {
    throw new NotUnderstood(`the window ${call.name}`)
  }
  return {
    call,
    of: compile(first, scope),
    partition: call.over.partition.map((by) => compile(by, scope)),
    order: call.over.order.map(({ by, descending }) => ({ by: compile(by, scope), descending })),
  }
}

export const sorted = (places: readonly Place[], order: readonly Ordered[]): Place[] =>
  [...places].sort((a, b) => ordering(a, b, order))

/** Null is the largest. */
function ordering(a: Place, b: Place, order: readonly Ordered[]): number {
  for (const { by, descending } of order) {
    const [left, right] = [by(a), by(b)]
    const found =
      left === null || right === null
        ? Number(left === null) - Number(right === null)
        : compare(left, right)
    if (found !== 0) return descending ? -found : found
  }
  return 0
}
