/** The routes of the service on a test's database and clock, without a process or a socket. */
import { checkDocumented } from '../../../../test/documented.ts'
import { createApp } from '../composition/app.ts'
import { readLimits } from '../composition/service/limit-settings.ts'
import type { WholeService } from '../composition/service/whole-service.ts'
import { sandboxProviders } from '../credit/sandbox-provider/sandbox-provider.ts'
import type { Database } from '../platform/database/database.ts'
import { createClientAddresses } from '../platform/http/client-address.ts'
import { createIds } from '../platform/ids.ts'
import { createVault } from '../platform/secrets/vault.ts'
import { type Clock, systemClock } from '../platform/time/clock.ts'
import { createStoreChanges } from '../tenancy/caller/store-changes.ts'
import { testClocks } from './test-clocks.ts'
import { testReadiness } from './test-readiness.ts'

// biome-ignore lint/suspicious/noExplicitAny: What comes over the wire is for the tests to check.
export type Json = any
export type TestReply = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Json
}

export type TestService = {
  /** How often the worker was told that something is due. */
  readonly woken: () => number
  send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestReply>
}

/** All that routes work with, on a test's database and clock. */
export function serviceOn(database: Database, clock: Clock = systemClock): WholeService {
  const ids = createIds(clock)
  return {
    database,
    clocks: testClocks(database, { clock, ids }),
    ids,
    providers: sandboxProviders({ database, ids, demo: false }),
    vault: createVault('a secret key of the tests'),
    brand: 'svc',
    demo: false,
    allow: { ranges: [], hosts: new Set() },
    storeChanges: createStoreChanges(),
    clientAddresses: createClientAddresses({ trusted: [], report: () => {} }),
    limits: readLimits({ text: () => undefined, fault: () => undefined, demo: true }),
    baseUrl: () => 'https://svc.example.com',
    readiness: testReadiness(),
    stopping: () => false,
    wake: () => {},
    log: {
      error: (details, message) => process.stderr.write(`${message} ${JSON.stringify(details)}\n`),
      info: () => {},
    },
  }
}

export function createTestService(
  database: Database,
  { privateKey, clock }: { privateKey: string; clock?: Clock },
): TestService {
  let woken = 0
  const wake = () => {
    woken++
  }
  const app = createApp({ ...serviceOn(database, clock), wake })
  return {
    woken: () => woken,
    async send(method, url, body, headers = {}) {
      const reply = await app.inject({
        method,
        url,
        headers: {
          accept: 'application/vnd.svc.sandbox.v1+json',
          authorization: `Bearer ${privateKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = reply.body
      const { statusCode: status } = reply
      const answered = Object.fromEntries(
        Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
      )
      checkDocumented({ method, path: url, status, headers: answered, text })
      return { status, headers: reply.headers, body: text === '' ? null : JSON.parse(text) }
    },
  }
}
