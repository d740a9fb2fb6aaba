import type { DemoStores } from './demo-stores.ts'

type BannerInput = {
  readonly baseUrl: string
  readonly brand: string
  readonly stores: DemoStores
  /** Undefined where there is no shop. */
  readonly shopUrl: string | undefined
  /** Opens the desk, signed in; undefined: there is no desk. */
  readonly deskUrl: string | undefined
}

/** A developer's first view: the addresses, the keys, and lines that work when pasted. */
export function demoBanner({ baseUrl, brand, stores, shopUrl, deskUrl }: BannerInput): string {
  const { privateKey, publicKey } = stores.first
  const curl = [
    'curl -s',
    `-H 'Authorization: Bearer ${privateKey}'`,
    `-H 'Accept: application/vnd.${brand}.sandbox.v1+json'`,
  ].join(' ')
  const send = (json: string): string => `-H 'Content-Type: application/json' -d '${json}'`
  // The shell's clock gives each checkout an order id of its own.
  const basket = [
    `{"order":{"id":"'$(date +%s)'","currency":"EUR","total_amount":45000,`,
    `"articles":[{"id":"1","name":"Bicycle","quantity":1,"price":45000}]},`,
    `"customer":{"email":"ada@example.com"}}`,
  ].join('')
  const checkout = `${curl} ${send(basket)} ${baseUrl}/checkout`
  const lines = [
    ...(shopUrl === undefined ? [] : [['shop', shopUrl]]),
    ...(deskUrl === undefined ? [] : [['desk', deskUrl]]),
  ].map(([name = '', url]) => `    ${name.padEnd(13)} ${url}\n`)
  const id = `$(${checkout} | sed 's/.*"id":"\\([0-9a-f]*\\)".*/\\1/')`
  return `
  Store financing demo. No real money moves. Lending to consumers requires a licence.

${lines.join('')}    address       ${baseUrl}
    reference     ${baseUrl}/docs
    private key   ${privateKey}
    public key    ${publicKey}

  Example orders in the sandbox:
${curl} ${baseUrl}/orders

  Capture 100.00 of one of them and refund 50.00:
${curl} ${send('{"amount":10000}')} ${baseUrl}/orders/demo-1/captures
${curl} ${send('{"amount":5000}')} ${baseUrl}/orders/demo-1/refund

  Your own checkout, signed by its buyer:
${curl} -X POST ${baseUrl}/sandbox/checkouts/${id}/complete

  Notifications to your store about it:
${curl} ${baseUrl}/demo/notifications
`
}
