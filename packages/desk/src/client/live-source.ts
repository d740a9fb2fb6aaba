/** Where events come from: the stream, or the list of them where streams are held back. */
import type { Answered, LenderEventsAnswer } from '@svc/api'
import { acceptOf, ask, Failure } from './api.ts'
import { end } from './session.ts'
import { site } from './site.ts'

type Event = Answered<typeof LenderEventsAnswer>['results'][number]

/** Of events of the lender what says which answers it may have changed. */
export type Happening = {
  readonly place: string
  readonly ids: readonly string[]
  readonly types: readonly string[]
}

type Source = {
  readonly sandbox: boolean
  readonly stopped: AbortSignal
  /** Undefined: from now on. */
  readonly after: string | undefined
  readonly tell: (happening: Happening) => void
}

/** `over`: nobody may read it any more. */
type Outcome = 'heard' | 'silent' | 'over'

/** Its first text is there within a second, unless something on the way gathers it. */
const SILENT_MS_MAX = 20_000
const POLLED_MS = 10_000

const pathOf = (path: string, after: string | undefined): string =>
  after === undefined ? path : `${path}?after=${encodeURIComponent(after)}`

function isOver(status: number): boolean {
  if (status === 401) end()
  return status === 401 || status === 403 || status === 404
}

/** Reads until it ends; answers whether anything came. */
export async function openStream({ sandbox, stopped, after, tell }: Source): Promise<Outcome> {
  const silence = new AbortController()
  let outcome: Outcome = 'silent'
  let late: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(late)
    late = setTimeout(() => silence.abort(), SILENT_MS_MAX)
  }
  heard()
  try {
    const response = await fetch(site.root + pathOf('/lender/events/stream', after), {
      headers: { accept: acceptOf(sandbox), 'x-desk': 'live' },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([stopped, silence.signal]),
    })
    if (isOver(response.status)) return 'over'
    if (!response.ok || response.body === null) return 'silent'
    let rest = ''
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      heard()
      outcome = 'heard'
      const parts = (rest + text).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) tellOf(part, tell)
    }
  } catch {
    // Cut off, or stopped: its reader connects again.
  } finally {
    clearTimeout(late)
  }
  return outcome
}

/** A message of the stream: lines of `field: value`. */
function tellOf(part: string, tell: Source['tell']): void {
  const fields = new Map(
    part.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? []
      return [name, value]
    }),
  )
  const place = fields.get('id')
  if (place === undefined) return
  const data = fields.get('data')
  const event: Partial<Event> = data === undefined ? {} : JSON.parse(data)
  tell({ place, ids: idsOf(event), types: typesOf(event) })
}

const typesOf = ({ type }: Partial<Event>): string[] => (type === undefined ? [] : [type])

function idsOf({ id, order_id: orderId, store_id: storeId, data }: Partial<Event>): string[] {
  const object = data?.object
  const named = typeof object === 'object' && object !== null && 'id' in object ? object.id : null
  return [orderId, storeId, named, id].filter((each) => typeof each === 'string')
}

/** What has happened since, once; then it waits. */
export async function poll({ sandbox, stopped, after, tell }: Source): Promise<Outcome> {
  await pause(POLLED_MS, stopped)
  if (stopped.aborted) return 'silent'
  try {
    const answer = await ask<Answered<typeof LenderEventsAnswer>>({
      path: pathOf('/lender/events', after),
      ...{ sandbox, signal: stopped },
    })
    const { results, next } = answer
    const [ids, types] = [results.flatMap(idsOf), results.flatMap(typesOf)]
    if (next !== null) tell({ place: next, ids, types })
  } catch (error) {
    if (error instanceof Failure && isOver(error.status)) return 'over'
  }
  return 'silent'
}

/** Ends early where nobody waits for it any more. */
export function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms)
    stopped.addEventListener('abort', () => {
      clearTimeout(late)
      resolve()
    })
  })
}
