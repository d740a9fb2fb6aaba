import type { Transaction } from '../../platform/database/database.ts'
import { isLongFailing } from '../endpoints/rules.ts'
import { getEndpoint, lockEndpoint } from '../endpoints/store.ts'
import type { Endpoint, EndpointKey } from '../endpoints/webhook.ts'
import type { Stream } from '../events/event.ts'
import { lockStream } from '../events/store.ts'
import type { Outcome } from './delivery.ts'

type Held = { readonly stream: Stream | undefined; readonly endpoint: Endpoint }
type Holding = {
  readonly key: EndpointKey
  readonly outcomes: readonly Outcome[]
  readonly at: Date
}

/** The endpoint, locked where it may change, with its stream where it may be disabled. */
export async function holdEndpoint(tx: Transaction, { key, outcomes, at }: Holding): Promise<Held> {
  const failed = outcomes.filter(({ verdict }) => verdict !== 'delivered')
  const disables = failed.find(
    ({ verdict, claimed }) => verdict === 'gone' || isLongFailing(claimed.failingSince, at),
  )
  if (disables !== undefined) {
    const { sandbox } = disables.claimed
    const stream = await lockStream(tx, { storeId: key.storeId, sandbox })
    return { stream, endpoint: await lockEndpoint(tx, key) }
  }
  if (failed.length > 0) return { stream: undefined, endpoint: await lockEndpoint(tx, key) }
  const endpoint = await getEndpoint(tx, key)
  const isIll = endpoint.failures > 0 && endpoint.state === 'enabled'
  return { stream: undefined, endpoint: isIll ? await lockEndpoint(tx, key) : endpoint }
}
