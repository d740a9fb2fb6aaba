import { messageOf } from '../../platform/narrow.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { DemoStore } from './demo-stores.ts'

export type DemoShop = { readonly url: string; close(): Promise<void> }

export type DemoShopStart = {
  readonly service: Pick<WholeService, 'baseUrl' | 'brand' | 'log'>
  readonly store: DemoStore
  readonly notificationSecret: string
  readonly host: string
  readonly port: number
  readonly localUrl: string
  readonly dataDir: string
  readonly print: (line: string) => void
}

/**
 * Starts the shop of `examples/shop` beside the demo. It is loaded here only: the service itself
 * needs no example, and without it the demo has no shop.
 */
export async function startDemoShop(start: DemoShopStart): Promise<DemoShop | undefined> {
  const { service, store, notificationSecret, host, port, localUrl, dataDir, print } = start
  try {
    const { startShop } = await import('../../../../../examples/shop/shop.ts')
    const open = (wanted: number) =>
      startShop({
        apiUrl: localUrl,
        browserApiUrl: service.baseUrl(),
        brand: service.brand,
        privateKey: store.privateKey,
        publicKey: store.publicKey,
        notificationSecret,
        host,
        port: wanted,
        shopUrl: undefined,
        ordersFile: `${dataDir}/shop-orders.json`,
      })
    return await open(port).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || port === 0) throw error
      print(`port ${port} is taken: the shop of the demo takes another one`)
      return open(0)
    })
  } catch (error) {
    // The demo is worth starting without its shop.
    service.log.error({ message: messageOf(error) }, 'the shop of the demo did not start')
    return undefined
  }
}
