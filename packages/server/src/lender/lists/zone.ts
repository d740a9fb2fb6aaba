/** The lender's days are those of UTC: its stores live in several zones. */
export const LENDER_ZONE = { timeZone: 'UTC' } as const
