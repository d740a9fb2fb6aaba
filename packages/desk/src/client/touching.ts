/** Which answers an event may have changed. Pure. */

/** What has happened: of a burst of events the kinds, and the ids of what they are about. */
export type Touch = { readonly ids: ReadonlySet<string>; readonly types: ReadonlySet<string> }

/** Of keys, people and settings of the house, and what is only planned: nothing counts them. */
const UNCOUNTED = new RegExp(
  [
    ...['api_key', 'bank_account', 'lender_key', 'lender_webhook', 'policy', 'approval_policy'],
    ...['staff', 'terms\\.(?!effective)', 'store\\.(?!suspended)', 'person\\.(?!blocked)'],
    ...['security\\.(?!sign_in_failed)', 'order\\.(?:edited|lapsing)'],
  ]
    .map((each) => `^${each}\\b`)
    .join('|'),
)

export const isCounted = (type: string): boolean => !UNCOUNTED.test(type)

/** By the screen that shows them: what is heavier is read when somebody opens it. */
const COUNTS: Readonly<Record<string, string>> = {
  '/': '/lender/me/today',
  '/ledger': '/lender/trial-balance',
}

/**
 * Whether the answer at a path of the API, while a screen of the desk is shown. Lists stay as they
 * are under the pointer: they show that there are changes.
 */
export function isTouched(path: string, { ids, types }: Touch, screen: string): boolean {
  const counts = COUNTS[screen]
  const isCount = counts !== undefined && path.startsWith(counts)
  return (isCount && [...types].some(isCounted)) || path.split(/[/?]/).some((part) => ids.has(part))
}
