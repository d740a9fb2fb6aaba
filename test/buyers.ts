/** Buyers of checkouts, as their page acts for them. */
import { type Client, clientOf, type RunningServer } from './running-server.ts'

export const tokenIn = (checkoutUrl: string): string => new URL(checkoutUrl).hash.slice(1)

/** With the token that the store's server is given for them now, before and after the signature. */
export function buyerOf(server: Pick<RunningServer, 'demo'>, client: Client, id: string): Client {
  return async (...request) => {
    const { body } = await client('GET', `/checkout/${id}`)
    return clientOf(server, { key: tokenIn(body.checkout_url) })(...request)
  }
}
