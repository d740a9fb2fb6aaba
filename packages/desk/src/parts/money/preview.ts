/** The effects of a write, requested while its form is filled in. */
import { useEffect, useState } from 'preact/hooks'
import { Failure } from '../../client/api.ts'
import { now } from '../../client/clock.ts'
import { tryOut } from '../../client/writing.ts'
import { isSandbox } from '../../shell/place.ts'

const AFTER_LAST_KEY_MS = 250
/** An older preview is requested again when the user returns to the tab. */
const OLD_MS = 30_000

type Seen<T> = { readonly of: string; readonly at: number } & (
  | { readonly answer: T; readonly failure?: never }
  | { readonly failure: Failure; readonly answer?: never }
)

export type Preview<T> = {
  /** Undefined: there is none for the present input. */
  readonly answer: T | undefined
  readonly failure: Failure | undefined
  /** The last one, shown until there is another. */
  readonly last: T | undefined
  readonly again: () => void
}

type Wanted = { readonly path: string; readonly method?: 'POST' | 'PATCH' }

/** `body` undefined: the input is incomplete. */
export function usePreview<T>(wanted: Wanted, body: object | undefined): Preview<T> {
  const { path, method = 'POST' } = wanted
  const of = body === undefined ? '' : JSON.stringify(body)
  const [seen, setSeen] = useState<Seen<T>>()
  const [last, setLast] = useState<T>()
  const [turn, setTurn] = useState(0)
  const again = () => {
    setSeen(undefined)
    setTurn((before) => before + 1)
  }
  useEffect(() => {
    // A preview from before a request does not apply to the next one.
    if (of === '') return setSeen(undefined)
    const abort = new AbortController()
    const { signal } = abort
    const look = async (retries: number): Promise<void> => {
      try {
        const sandbox = isSandbox.value
        const sent = { method, path, sandbox, signal, body: JSON.parse(of) }
        const answer = await tryOut<T>(sent)
        if (signal.aborted) return
        setSeen({ of, at: now(), answer })
        setLast(answer)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof Failure)) throw error
        setSeen({ of, at: now(), failure: error })
        if (retries > 0 && isPassing(error)) timer = setTimeout(look, waitOf(error), retries - 1)
      }
    }
    let timer = setTimeout(look, AFTER_LAST_KEY_MS, 1)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [method, path, of, turn])
  useEffect(() => {
    const wake = () => {
      if (!document.hidden && seen !== undefined && now() - seen.at > OLD_MS) again()
    }
    document.addEventListener('visibilitychange', wake)
    return () => document.removeEventListener('visibilitychange', wake)
  }, [seen])
  const present = seen?.of === of ? seen : undefined
  return { answer: present?.answer, failure: present?.failure, last, again }
}

const WAIT_MS = 2_000

/** The service was unavailable or too busy: it may answer soon. */
export const isPassing = ({ status }: Failure): boolean => [0, 429, 502, 503, 504].includes(status)

export const waitOf = ({ refusal }: Failure): number => refusal.retryAfterMs || WAIT_MS
