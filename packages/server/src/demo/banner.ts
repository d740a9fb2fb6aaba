import type { DemoStores } from './demo-stores.ts'

export type BannerInput = {
  readonly baseUrl: string
  readonly brand: string
  readonly stores: DemoStores
}

/** What a developer sees first: where it runs, with which keys, and lines that work when pasted. */
export function demoBanner({ baseUrl, brand, stores }: BannerInput): string {
  const { privateKey, publicKey } = stores.first
  const ask = `curl -s -H 'Authorization: Bearer ${privateKey}' -H 'Accept: application/vnd.${brand}.sandbox.v1+json'`
  const checkout = `{"order":{"id":"my-order-1","currency":"EUR","total_amount":45000,"articles":[{"id":"1","name":"Bicycle","quantity":1,"price":45000}]},"customer":{"email":"ada@example.com"}}`
  return `
  Store financing, demo. Money is not moved: this is an example, and lending to consumers needs a licence.

    address       ${baseUrl}
    private key   ${privateKey}
    public key    ${publicKey}

  Example orders of the sandbox:
    ${ask} ${baseUrl}/orders

  A checkout of your own, accepted by its buyer, then captured:
    ${ask} -H 'Content-Type: application/json' -d '${checkout}' ${baseUrl}/checkout
    ${ask} -X POST ${baseUrl}/sandbox/checkouts/<id of the answer>/complete
    ${ask} -H 'Content-Type: application/json' -d '{"amount":45000}' ${baseUrl}/orders/my-order-1/captures

  Orders not confirmed yet, and everything else your store is told: ${ask} ${baseUrl}/demo/notifications
`
}
