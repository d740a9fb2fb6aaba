/** Objects that a store created apart from operations on orders, with their times. */
import type { Call, Caller, Reply } from '../torture/caller.ts'
import type { Trade } from '../torture/trade.ts'

export type Creation = {
  readonly path: string
  /** In ms since 1970. */
  readonly begunAt: number
  readonly answeredAt: number
}

type CreationBody = { readonly order: { readonly id: string } }
type Payouts = { readonly results: readonly { readonly id: string }[] }

/** Checkouts and payouts that the trade creates from now on. */
export function watchCreations(trade: Trade): Creation[] {
  const creations: Creation[] = []
  const watch = async (persist: Caller['persist'], call: Call): Promise<Reply> => {
    const begunAt = Date.now()
    const reply = await persist(call)
    const times = { begunAt, answeredAt: Date.now() }
    if (reply.status !== 201) return reply
    for (const path of pathsOf(call, reply)) creations.push({ path, ...times })
    return reply
  }
  // The trade's other parts have the same caller.
  const { persist } = trade.caller
  Object.assign(trade.caller, { persist: (call: Call) => watch(persist, call) })
  return creations
}

function pathsOf({ path, body }: Call, { text }: Reply): string[] {
  if (path === '/checkout') return [`/orders/${(body as CreationBody).order.id}`]
  if (path !== '/me/payouts') return []
  return (JSON.parse(text) as Payouts).results.map(({ id }) => `/me/payouts/${id}`)
}
