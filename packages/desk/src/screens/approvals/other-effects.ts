import { day, money } from '../../parts/format.ts'
import { type Change, changesIn } from '../../parts/money/changes.ts'
import { figuresIn, isOfOrder } from '../../parts/money/effects.tsx'

const NOTHING = '–'

/** What it would do now and would not have done when it was looked at; amounts in `currency`. */
export function otherEffects(looked: unknown, now: unknown, currency: string): Change[] {
  const [before, after] = [valuesIn(looked, currency), valuesIn(now, currency)]
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((name) => ({
      name,
      old: before.get(name) ?? NOTHING,
      next: after.get(name) ?? NOTHING,
    }))
    .filter((each) => each.old !== each.next)
}

/** By name: of an order its figures, and each instalment with what is open of it. */
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
