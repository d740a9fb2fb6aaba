/** Durations in calendar units: a month later is the same day of the next month. */
import { Temporal } from 'temporal-polyfill'

/** An ISO 8601 duration after an instant, by the calendar of a time zone; undefined: too far. */
export function addDuration(from: Date, duration: string, timeZone: string): Date | undefined {
  try {
    const zoned = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(
      timeZone,
    )
    return new Date(zoned.add(Temporal.Duration.from(duration)).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
