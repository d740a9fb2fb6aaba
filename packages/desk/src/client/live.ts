/**
 * What happens while a page is open: one stream for all tabs of a mode, read by the one that holds
 * the lock and passed on to the others, which know the place where the next one goes on.
 */
import { refresh } from './answers.ts'
import { type Happening, openStream, pause, poll } from './live-source.ts'
import { liveBy, news } from './live-state.ts'

const AGAIN_MS = 3_000
const FAILURES_MAX = 3

const tabs = new BroadcastChannel('desk-live')
const places = new Map<boolean, string>()
let mode = false

type Message = { readonly sandbox: boolean; readonly happening: Happening }

tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => learn(data))

function learn({ sandbox, happening }: Message): void {
  // A tab of an older version names no kinds: it counts.
  const { place, ids, types = ids } = happening
  places.set(sandbox, place)
  if (sandbox !== mode || types.length === 0) return
  news.value += 1
  refresh(mode, { ids: new Set(ids), types: new Set(types) })
}

/** Follows what happens in a mode, until it is stopped: some other tab may read it for all. */
export function follow(sandbox: boolean): () => void {
  const ended = new AbortController()
  const { signal: stopped } = ended
  mode = sandbox
  void navigator.locks
    .request(`desk-live-${sandbox}`, { signal: stopped }, () => read(sandbox, stopped))
    // A caller that stops waiting for the lock gets an error.
    .catch(() => {})
  return () => ended.abort()
}

async function read(sandbox: boolean, stopped: AbortSignal): Promise<void> {
  const tell = (happening: Happening) => {
    learn({ sandbox, happening })
    tabs.postMessage({ sandbox, happening })
  }
  const source = () => ({ sandbox, stopped, after: places.get(sandbox), tell })
  for (let failures = 0; !stopped.aborted; ) {
    const isPolling = failures >= FAILURES_MAX
    liveBy.value = isPolling ? 'polling' : 'stream'
    const outcome = await (isPolling ? poll(source()) : openStream(source()))
    if (outcome === 'over') break
    failures = outcome === 'heard' ? 0 : failures + 1
    if (!isPolling) await pause(AGAIN_MS, stopped)
  }
  liveBy.value = undefined
}
