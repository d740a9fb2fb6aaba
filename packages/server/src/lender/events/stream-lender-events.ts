/**
 * Events as they happen, for anyone who keeps a connection open (WHATWG HTML, server-sent events).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { createOpenStreams } from '../lists/open-streams.ts'
import { readHappenings } from './happenings.ts'
import { findEnd } from './store.ts'
import { lenderEventView } from './view.ts'

const LOOK_MS = 1_000
/** A proxy that hears nothing cuts the connection. */
const SILENT_MS_MAX = 15_000
/** Then the reader comes again, and goes on where it was. */
const OPEN_MS_MAX = 30 * 60_000
const PART = 100
/** For one key or person, and for a process. */
const OF_ONE_MAX = 10
const OF_ALL_MAX = 200

type Reader = {
  readonly caller: LenderCaller
  /** Null: from now on. */
  readonly after: number | null
  /** Whether the reader may still read: their key or session has not ended. */
  mayRead(): Promise<boolean>
}

const counted = createOpenStreams({ ofOneMax: OF_ONE_MAX, ofAllMax: OF_ALL_MAX })

/** The texts of the stream; `rate_limited` in place of the first where too many are open. */
export function streamLenderEvents(service: Service, reader: Reader): AsyncGenerator<string> {
  return counted(reader.caller, texts(service, reader))
}

async function* texts(
  service: Service,
  { caller, after, mayRead }: Reader,
): AsyncGenerator<string> {
  const { database } = service
  const mode = caller.sandbox ? 'sandbox' : 'live'
  let place = after ?? (await findEnd(database, mode))
  // The first text lets the answer begin.
  yield `retry: ${LOOK_MS}\nid: ${place}\n\n`
  const until = performance.now() + OPEN_MS_MAX
  let spokenAt = performance.now()
  while (performance.now() < until && !service.stopping() && (await mayRead())) {
    const everything = { after: place, limit: PART, types: [], storeId: undefined }
    const part = await readHappenings(service.database, caller, everything)
    for (const event of part.events) {
      const { place: id } = event.action
      const view = lenderEventView(event)
      yield `id: ${id}\nevent: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`
    }
    if (part.events.length > 0) spokenAt = performance.now()
    place = part.next
    if (part.hasMore) continue
    if (performance.now() - spokenAt >= SILENT_MS_MAX) {
      spokenAt = performance.now()
      yield `id: ${place}\n: \n\n`
    }
    await pause(LOOK_MS)
  }
}
