import type { Service } from '../caller/service.ts'
import { acquireHold, releaseHold, renewHold } from './store.ts'

/** In real time: a process that dies while it holds a store's work loses it after this. */
const HELD_MS = 15_000
const RENEWAL_MS = 3_000

/** Works alone on a store's due work; returns false if another process holds it. */
export async function underHold(
  { database, clocks, ids }: Pick<Service, 'database' | 'clocks' | 'ids'>,
  storeId: string,
  work: (worker: string) => Promise<void>,
): Promise<boolean> {
  const worker = ids.next()
  const hold = () => {
    const now = clocks.real.now()
    return { storeId, worker, now, until: new Date(now.getTime() + HELD_MS) }
  }
  if (!(await acquireHold(database, hold()))) return false
  // A lost claim is noticed by the next move.
  const keeping = setInterval(() => void renewHold(database, hold()).catch(() => {}), RENEWAL_MS)
  try {
    await work(worker)
  } finally {
    clearInterval(keeping)
    await releaseHold(database, { storeId, worker }).catch(() => {})
  }
  return true
}
