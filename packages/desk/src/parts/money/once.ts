/** A write that takes effect once, however often it is sent. */
import type { Answered as AnswerOf, ApprovalAnswer } from '@svc/api'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Failure } from '../../client/api.ts'
import {
  forgetRequest,
  keyOf,
  rememberKey,
  rememberRequest,
  type Values,
  valuesOf,
} from '../../client/unanswered.ts'
import { write } from '../../client/writing.ts'
import { isSandbox } from '../../shell/place.ts'
import { isPassing, waitOf } from './preview.ts'

/** With an approval nothing was done: a second person decides. */
export type Outcome = { readonly approval?: AnswerOf<typeof ApprovalAnswer> }

type Once = {
  /** A request sent before this panel was opened, without an answer. */
  readonly values: Values | undefined
  /** Whether a request has no answer yet. */
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  readonly outcome: Outcome | undefined
  readonly key: string
  readonly send: (body: object, values: Values) => void
}

export type Wanted = {
  readonly name: string
  readonly path: string
  readonly method?: 'POST' | 'PATCH'
}

export function useOnce({ name, path, method = 'POST' }: Wanted): Once {
  const [key, setKey] = useState(() => keyOf(name))
  const [values] = useState(() => valuesOf(name))
  const [isOpen, setOpen] = useState(values !== undefined)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [outcome, setOutcome] = useState<Outcome>()
  const isSending = useRef(false)
  const isGone = useRef(false)
  useEffect(
    () => () => {
      isGone.current = true
    },
    [],
  )

  const attempt = async (body: object, retries: number): Promise<void> => {
    const sandbox = isSandbox.value
    const sent = { method, path, sandbox, body, idempotencyKey: key }
    try {
      const answer = await write<{ readonly approval?: Outcome['approval'] } | null>(sent)
      forgetRequest(name)
      setOpen(false)
      setFailure(undefined)
      setOutcome(answer?.approval === undefined ? {} : { approval: answer.approval })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      setFailure(error)
      if (isPassing(error) && retries > 0 && !isGone.current) {
        await new Promise((resolve) => setTimeout(resolve, waitOf(error)))
        if (!isGone.current) return attempt(body, retries - 1)
      }
      if (mayHaveHappened(error)) return
      setOpen(false)
      if (error.code !== 'idempotency_key_reused') return rememberKey(name, key)
      forgetRequest(name)
      setKey(keyOf(name))
    }
  }

  const send = async (body: object, typed: Values): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setFailure(undefined)
    setOpen(true)
    rememberRequest(name, key, typed)
    try {
      await attempt(body, 1)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  return {
    ...{ key, values, isOpen, isBusy, failure, outcome },
    send: (body, typed) => void send(body, typed),
  }
}

/** No answer of the service: it may have been done before the answer was lost. */
const mayHaveHappened = ({ status, code }: Failure): boolean =>
  status === 0 || status >= 500 || code === 'foreign'
