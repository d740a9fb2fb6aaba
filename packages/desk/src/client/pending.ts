import { signal } from '@preact/signals'

/** How much of the screen is still to come, so that it is known when all of it has been drawn. */
export const pending = signal(0)

/** Counts until it has come, or failed. */
export async function awaited<T>(coming: Promise<T>): Promise<T> {
  pending.value += 1
  try {
    return await coming
  } finally {
    pending.value -= 1
  }
}
