/** One store of a run, with all that it does and remembers. */
import { createRandom, type Random } from '../simulate/random.ts'
import { type Caller, createCaller } from './caller.ts'
import { createNotebook, type Notebook } from './notebook.ts'
import type { ServiceProcess } from './process.ts'
import type { Shop } from './shop.ts'
import { createStock, type Stock } from './stock.ts'
import type { Tally } from './tally.ts'

const ANSWER_MS_MAX = 120_000

export type Trade = {
  /** Its number. */
  readonly store: number
  readonly caller: Caller
  readonly stock: Stock
  readonly notebook: Notebook
  readonly random: Random
  readonly tally: Tally
  /** The same for every store, in the same order: a key is a store's own. */
  readonly newKey: () => string
}

type TradeOptions = {
  readonly arena: { readonly services: readonly Pick<ServiceProcess, 'place'>[] }
  readonly seed: number
  readonly tally: Tally
  readonly shop: Shop
}

/** With an endpoint for all events, made once before anything breaks. */
export async function openTrade(
  { arena, seed, tally, shop }: TradeOptions,
  store: number,
): Promise<Trade> {
  const random = createRandom(seed, 1, store)
  const keys = createRandom(seed, 2)
  const places = () => arena.services.flatMap((service) => service.place() ?? [])
  const caller = createCaller({ places, store, random, tally, msMax: ANSWER_MS_MAX })
  const stock = createStock({ caller, shop, random, tally, name: `torture-${seed}` })
  const body = { url: shop.webhookUrl(store) }
  const key = `endpoint-${seed}`
  const reply = await caller.persist({ method: 'POST', path: '/me/webhooks', body, key })
  if (reply.status !== 201) throw new Error(`no endpoint: ${reply.text}`)
  const newKey = () => `${keys.between(0, 2 ** 31)}-${keys.between(0, 2 ** 31)}`
  return { store, caller, stock, notebook: createNotebook(), random, tally, newKey }
}
