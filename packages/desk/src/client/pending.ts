import { signal } from '@preact/signals'

/** The number of parts still loading, so that it is known when the screen is complete. */
export const pending = signal(0)

/** Counts until the part has loaded, or failed. */
export async function awaited<T>(coming: Promise<T>): Promise<T> {
  pending.value += 1
  try {
    return await coming
  } finally {
    pending.value -= 1
  }
}
