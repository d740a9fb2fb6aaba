/** A shop that behaves as plugins do: it knows an order by its `mid` alone, and by its state. */
type PluginOrder = {
  state: 'pending' | 'paid' | 'cancelled'
  /** Whether the buyer still pays with the service. */
  ours: boolean
}
/** What of a message it looks at. */
type Heard = { readonly mid: string; readonly status: string }

type PluginShop = {
  readonly orders: Map<string, PluginOrder>
  /** The buyer comes to the pay page, for the first time or again. */
  pay(mid: string): void
  /** The buyer chooses another way to pay: the service is answered ko from now on. */
  changeMethod(mid: string): void
  hear(message: Heard): 'ok' | 'ko'
}

export function createPluginShop(): PluginShop {
  const orders = new Map<string, PluginOrder>()
  return {
    orders,
    pay(mid) {
      const order = orders.get(mid)
      if (order?.state !== 'paid') orders.set(mid, { state: 'pending', ours: true })
    },
    changeMethod(mid) {
      const order = orders.get(mid)
      if (order !== undefined) order.ours = false
    },
    hear({ mid, status }) {
      const order = orders.get(mid)
      if (order === undefined || !order.ours) return 'ko'
      if (status === 'ko') order.state = 'cancelled'
      // What is cancelled is neither confirmed nor paid any more.
      else if (order.state === 'cancelled') return 'ko'
      else if (status === 'ok') order.state = 'paid'
      return 'ok'
    },
  }
}
