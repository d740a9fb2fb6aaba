/** Writes: if the service requires a factor, it is confirmed and the request is sent again. */
import { signal } from '@preact/signals'
import { forget } from './answers.ts'
import { ask, Failure, type Method } from './api.ts'
import { endSessionOn } from './session.ts'
import { storeOf } from './store.ts'

type Question = {
  /** The accepted factors: `passkey`, `totp`. */
  readonly factors: readonly string[]
  readonly answer: (isShown: boolean) => void
}

/** The question of the dialog over the page; null: none. */
export const stepUp = signal<Question | null>(null)

function shown(factors: readonly string[]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  stepUp.value = {
    factors,
    answer(isShown) {
      stepUp.value = null
      resolve(isShown)
    },
  }
  return promise
}

type Write = {
  readonly method: Exclude<Method, 'GET'>
  readonly path: string
  readonly body?: unknown
  readonly sandbox?: boolean
  readonly idempotencyKey?: string
}

/** Throws a `Failure`; if the dialog was cancelled, the service's own. */
export async function write<T>(sent: Write): Promise<T> {
  const answer = await proven<T>(sent)
  void forget()
  return answer
}

/** The effects of a write (`?dry_run=true`): nothing changes, so the cache stays. */
export const tryOut = <T>(sent: Write & { readonly signal: AbortSignal }): Promise<T> =>
  proven({ ...sent, path: `${sent.path}?dry_run=true` })

const proven = <T>(sent: Write): Promise<T> =>
  withFactor(() => ask<T>({ ...sent, storeId: storeOf(sent.path) }))

/** Also for a file, which is not a write. */
export async function withFactor<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    endSessionOn(error)
    if (!(error instanceof Failure) || error.code !== 'step_up_required') throw error
    if (!(await shown(error.refusal.fields.factors ?? []))) throw error
    return attempt()
  }
}
