import { type Outcome, runChecks, runInOrder } from './checks.ts'
import { createClient } from './client.ts'
import type { ServiceOptions, ShopOptions } from './options.ts'
import { openReceiver } from './receiver.ts'
import { serviceChecks } from './service-checks.ts'
import { shopChecks } from './shop-checks.ts'

/** The checks with their results; throws if there is no answer. */
export async function runConformance(options: ServiceOptions | ShopOptions): Promise<Outcome[]> {
  if (options.side === 'shop') return runInOrder(shopChecks(options))
  const { brand, listen, receiver: address } = options
  const client = createClient(options)
  await client('GET', '/healthz')
  const receiver = await openReceiver({ ...listen, origin: address })
  try {
    return await runChecks(serviceChecks({ client, receiver, brand }))
  } finally {
    receiver.close()
  }
}
