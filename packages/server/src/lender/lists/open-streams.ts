/** Answers that go on: how many of them a caller, and a process, may have open. */
import { Refused } from '../../platform/refusal.ts'
import { createTally } from '../../platform/turns/tally.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'

type Bounds = { readonly ofOneMax: number; readonly ofAllMax: number }

/** Who takes an answer that goes on, and whether they would be let in now. */
export type StreamReader = { readonly caller: LenderCaller; mayStill(): Promise<boolean> }

/**
 * Passes parts on as long as who takes them would be let in: one who reads slowly may outlive their
 * key or session. Then it ends by `session_ended`, and the answer is cut.
 */
export async function* whileAllowed<T>(
  mayStill: StreamReader['mayStill'],
  parts: AsyncIterable<T>,
): AsyncGenerator<T> {
  let isFirst = true
  for await (const part of parts) {
    if (!isFirst && !(await mayStill())) throw new Refused('session_ended')
    isFirst = false
    yield part
  }
}

/**
 * Passes parts on; refuses with `rate_limited`, in place of the first, where too many are open.
 * Looked at and counted in one step, once it is read: what nobody reads counts for nothing.
 */
export function createOpenStreams({ ofOneMax, ofAllMax }: Bounds) {
  const open = createTally()
  return async function* counted<T>(
    { principal }: LenderCaller,
    parts: AsyncIterable<T>,
  ): AsyncGenerator<T> {
    const name = `${principal.kind}/${principal.id}`
    if (open.of(name) >= ofOneMax || open.all() >= ofAllMax) throw new Refused('rate_limited')
    open.change(name, 1)
    try {
      yield* parts
    } finally {
      open.change(name, -1)
    }
  }
}
