/** Receivers of webhooks in separate processes, and a store's subscriptions. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from '../packages/server/src/platform/database/open-database.ts'
import { createIds } from '../packages/server/src/platform/ids.ts'
import { createVault } from '../packages/server/src/platform/secrets/vault.ts'
import { systemClock } from '../packages/server/src/platform/time/clock.ts'
import { addEndpoint } from '../test/fixtures/endpoint.ts'
import type { RunningServer } from '../test/running-server.ts'
import type { Received } from './webhook-receiver.ts'

/** Of the servers to which receivers are subscribed. */
export const SECRET_KEY = 'a secret key of the benchmark, as long as one'

export type Receiver = { readonly url: string; ask(what: string): Promise<Received>; end(): void }

export async function openReceiver(...kind: 'hangs'[]): Promise<Receiver> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'webhook-receiver.ts'), kind)
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    async ask(what) {
      child.send(what)
      return ((await once(child, 'message')) as [Received])[0]
    },
    end: () => void child.kill(),
  }
}

/** Registers the receiver as an endpoint of the store, for all events in the sandbox. */
export async function subscribe(
  { place }: RunningServer,
  storeId: string,
  url: string,
): Promise<void> {
  const { databaseUrl, folder } = place
  const opening = { databaseUrl, folder, fraction: Math.random, print: () => {} }
  const database = await openDatabase(opening)
  const owner = { storeId, sandbox: true, vault: createVault(SECRET_KEY) }
  await addEndpoint(database, owner, { id: createIds(systemClock).next(), url })
  await database.close()
}
