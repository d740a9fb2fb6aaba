/** The screen of an object, by its kind in the log and in approvals. */
const SCREENS: ReadonlyMap<string, string> = new Map([
  ...[['person', '/people'] as const, ['order', '/orders'] as const, ['loan', '/loans'] as const],
  ...[['decision', '/decisions'] as const, ['store', '/stores'] as const],
  ...[['payout', '/payouts'] as const, ['creditor', '/creditors'] as const],
])

/** Undefined: it has no screen. */
export function placeOfObject({ kind, id }: { kind: string; id: string }): string | undefined {
  const screen = SCREENS.get(kind)
  return screen && `${screen}/${id}`
}
