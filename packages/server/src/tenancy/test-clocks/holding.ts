import type { Service } from '../caller/service.ts'
import { keepHold, letGo, takeHold } from './store.ts'

/** In the time of the world: a process that holds a store's work and died loses it after this. */
const HELD_MS = 15_000
const RENEWAL_MS = 3_000

/** Works as the only one on what is due of a store; answers false if somebody else is about it. */
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
  if (!(await takeHold(database, hold()))) return false
  // One that is lost is noticed by the next move.
  const keeping = setInterval(() => void keepHold(database, hold()).catch(() => {}), RENEWAL_MS)
  try {
    await work(worker)
  } finally {
    clearInterval(keeping)
    await letGo(database, { storeId, worker }).catch(() => {})
  }
  return true
}
