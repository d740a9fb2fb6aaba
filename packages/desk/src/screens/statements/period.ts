/**
 * The month of a moment up to its day: ISO dates, as a clock in the time zone (an IANA name) has
 * them. The moment is milliseconds since 1970.
 */
export function monthUntil(moment: number, timeZone: string): { from: string; to: string } {
  // Swedish writes dates as ISO 8601 does.
  const to = new Date(moment).toLocaleDateString('sv-SE', { timeZone })
  return { from: `${to.slice(0, 8)}01`, to }
}
