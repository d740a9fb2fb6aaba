/** All stores of a run at work, until it is over. */
import { createRandom } from '../simulate/random.ts'
import { follow } from './follower.ts'
import { work } from './load.ts'
import type { Shop } from './shop.ts'
import type { Trade } from './trade.ts'

/** Of each store. */
const ORDERS = 4

/** For each store the ids of its events, in the order in which they were read meanwhile. */
export type Followed = readonly (readonly string[])[]

type LoadOptions = {
  readonly trades: readonly Trade[]
  readonly shop: Shop
  readonly seed: number
  readonly workers: number
}

/** Until `stop`, which resolves when every request has its answer. */
export function startLoad({ trades, shop, seed, workers }: LoadOptions): {
  stop(): Promise<Followed>
} {
  const ending = new AbortController()
  const following = Promise.all(trades.map((trade) => follow(trade, ending.signal)))
  const keeping = trades.map(({ stock }) => stock.keep(ORDERS, ending.signal))
  const working = Array.from({ length: workers }, (_, index) => {
    const random = createRandom(seed, 5, index)
    return work({ ...(trades[index % trades.length] as Trade), random }, ending.signal)
  })
  return {
    async stop() {
      ending.abort()
      shop.behave()
      await Promise.all([...keeping, ...working])
      return following
    },
  }
}
