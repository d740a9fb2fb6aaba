/** Writes: a factor is shown again where the service asks for it, and the request is sent again. */
import { signal } from '@preact/signals'
import { forget } from './answers.ts'
import { ask, Failure, type Method } from './api.ts'
import { noteEnd } from './session.ts'
import { storeOf } from './store.ts'

type Question = {
  /** What the service takes: `passkey`, `totp`. */
  readonly factors: readonly string[]
  readonly answer: (isShown: boolean) => void
}

/** What the dialog over the page asks for; null: nothing. */
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

/** Throws a `Failure`; one that nobody wanted to prove themselves for is the service's own. */
export async function write<T>(sent: Write): Promise<T> {
  const answer = await proven<T>(sent)
  void forget()
  return answer
}

/** What a write would do (`?dry_run=true`): it changes nothing, so all that is known stays. */
export const tryOut = <T>(sent: Write & { readonly signal: AbortSignal }): Promise<T> =>
  proven({ ...sent, path: `${sent.path}?dry_run=true` })

const proven = <T>(sent: Write): Promise<T> =>
  withFactor(() => ask<T>({ ...sent, storeId: storeOf(sent.path) }))

/** Also of a file, which is no write. */
export async function withFactor<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    noteEnd(error)
    if (!(error instanceof Failure) || error.code !== 'step_up_required') throw error
    if (!(await shown(error.refusal.fields.factors ?? []))) throw error
    return attempt()
  }
}
