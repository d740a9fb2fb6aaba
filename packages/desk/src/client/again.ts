/** Reads an answer again until the work it shows has finished. */
import { useEffect, useRef } from 'preact/hooks'
import type { Known } from './answers.ts'

const FIRST_MS = 500
/** With growing intervals: a minute in all. */
const TIMES_MAX = 7

/** `open` identifies the unfinished work, and changes with it; empty: there is none. */
export function useAgain({ at, reload }: Pick<Known<unknown>, 'at' | 'reload'>, open: string) {
  const read = useRef({ open, times: 0 })
  useEffect(() => {
    if (read.current.open !== open) read.current = { open, times: 0 }
    if (open === '' || read.current.times >= TIMES_MAX) return
    const timer = setTimeout(reload, FIRST_MS * 2 ** read.current.times++)
    return () => clearTimeout(timer)
  }, [open, at])
}

type Sent = {
  readonly id: string
  readonly state: string | null
  readonly attempt_count: number
}

/** For messages to a store's server: those that are still to be sent. */
export const openOf = (sent: readonly Sent[]): string =>
  sent
    .filter(({ state }) => state === 'queued' || state === 'waiting')
    .map(({ id, state, attempt_count: count }) => `${id} ${state} ${count}`)
    .join()
