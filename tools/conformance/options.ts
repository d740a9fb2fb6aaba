import { parseArgs } from 'node:util'
import { orSentence, text, whole } from '../options.ts'

export type ServiceOptions = {
  readonly side: 'service'
  readonly url: string
  readonly key: string
  readonly brand: string
  /** The address of the receiver of notifications, and its URL for the service. */
  readonly listen: { readonly host: string; readonly port: number }
  readonly receiver: string | undefined
}

export type ShopOptions = {
  readonly side: 'shop'
  readonly url: string
  readonly token: string | undefined
  readonly secret: string | undefined
  /** Two orders that wait in the shop: one is to be paid, the other refused. */
  readonly paid: ShopOrder
  readonly refused: ShopOrder
}

/** The shop's own id, and that of the checkout for a shop that uses it. */
export type ShopOrder = { readonly mid: string; readonly id: string; readonly amount: number }

export const usage = `npm run conformance -- --url <service> --key <private key>
  [--brand svc] [--listen 127.0.0.1:0] [--receiver <address that the service reaches>]
npm run conformance -- --shop <endpoint> (--token <token> | --secret <whsec_…>)
  --paid <order>[:<checkout id>] --refused <order>[:<checkout id>] --amount <minor units>

The first form plays a shop to a running service, in its sandbox; the second plays the service to
the notification endpoint of a shop, in which both orders wait for their payment. A table of what
was tried goes to stdout. Every request ends within 15 seconds, everything within four minutes.
Exit: 0 all as it should be, 1 something is not, 2 the arguments are wrong or no service answers.`

/** A text: the fault of the arguments. */
export function readOptions(given: readonly string[]): ServiceOptions | ShopOptions | string {
  return orSentence(() => {
    const { values } = parseArgs({
      args: [...given],
      options: {
        ...{ url: text(''), key: text(''), brand: text('svc'), listen: text('127.0.0.1:0') },
        ...{ receiver: text(''), shop: text(''), token: text(''), secret: text('') },
        ...{ paid: text(''), refused: text(''), amount: text('40000') },
      },
    })
    const { url, key, brand, listen, receiver, shop, token, secret } = values
    if ((url === '') === (shop === '')) throw new Error('name either --url or --shop')
    if (url !== '') {
      if (key === '') throw new Error('--key is required: the private key of a store')
      const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(listen) ?? []
      const place = { host, port: whole('listen', port, { least: 0, most: 65_535 }) }
      return {
        side: 'service',
        ...{ url: address('url', url), key, brand, listen: place },
        receiver: receiver === '' ? undefined : address('receiver', receiver),
      }
    }
    if (token === '' && secret === '') throw new Error('name --token or --secret')
    const amount = whole('amount', values.amount, { most: 1_000_000_000_000 })
    return {
      side: 'shop',
      url: address('shop', shop),
      token: token === '' ? undefined : token,
      secret: secret === '' ? undefined : secret,
      paid: orderOf('paid', values.paid, amount),
      refused: orderOf('refused', values.refused, amount),
    }
  })
}

function address(name: string, given: string): string {
  if (URL.canParse(given) && /^https?:/.test(given)) return given.replace(/\/$/, '')
  throw new Error(`--${name} must be an http or https address`)
}

function orderOf(name: string, given: string, amount: number): ShopOrder {
  const [mid = '', id = 'f'.repeat(32)] = given.split(':')
  if (mid === '') throw new Error(`--${name} is required: an order that waits in the shop`)
  return { mid, id, amount }
}
