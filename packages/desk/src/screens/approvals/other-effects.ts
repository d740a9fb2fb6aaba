import { differencesBetween, NOTHING } from '../../parts/differences.ts'
import { day, money } from '../../parts/format.ts'
import { type Change, changesIn } from '../../parts/money/changes.ts'
import { figuresIn, isOfOrder } from '../../parts/money/effects.tsx'

/** What it would do now and would not have done when it was looked at; amounts in `currency`. */
export const otherEffects = (looked: unknown, now: unknown, currency: string): Change[] =>
  differencesBetween(valuesIn(looked, currency), valuesIn(now, currency))

/** By name: the figures of an order, and each instalment with its open amount. */
function valuesIn(effects: unknown, currency: string): Map<string, string> {
  if (!isOfOrder(effects)) {
    return new Map(changesIn(effects).map(({ name, next }) => [name, next]))
  }
  const instalments = effects.loan?.instalments ?? []
  return new Map([
    ...figuresIn(effects).map(([name, amount]) => [name, money(amount, currency)] as const),
    ...instalments.map(
      ({ number, due_date: on, open_amount: open }) =>
        [`${number} · ${on === null ? NOTHING : day(on)}`, money(open, currency)] as const,
    ),
  ])
}
