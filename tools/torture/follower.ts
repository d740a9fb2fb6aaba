/** A reader who follows the stream of events by its cursor while everything breaks. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import type { Tally } from './tally.ts'

const PAGE = 100
const PAUSE_MS = 250

export type StreamEvent = {
  readonly id: string
  readonly type: string
  readonly sequence: number | null
  readonly order_id: string | null
  readonly data: { readonly effect_id?: string; readonly amount?: number }
}

/** What follows after an event, to the end of the stream. */
export async function readStream(caller: Caller, after?: string): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for (let next = after ?? null; ; ) {
    const from: string = next === null ? '' : `&after=${next}`
    const path = `/me/events?limit=${PAGE}${from}`
    const { status, text } = await caller.persist({ method: 'GET', path })
    if (status !== 200) throw new Error(`the stream is answered ${status} ${text}`)
    const page = JSON.parse(text) as {
      results: StreamEvent[]
      next: string | null
      has_more: boolean
    }
    events.push(...page.results)
    next = page.next
    if (!page.has_more) return events
  }
}

/** The ids in the order in which they were read, until the signal. */
export async function follow(
  { caller, tally }: { readonly caller: Caller; readonly tally: Tally },
  signal: AbortSignal,
): Promise<string[]> {
  const ids: string[] = []
  while (!signal.aborted) {
    await readStream(caller, ids.at(-1)).then(
      (events) => void ids.push(...events.map(({ id }) => id)),
      (error: Error) => tally.fault(error.message),
    )
    await pause(PAUSE_MS)
  }
  return ids
}
