import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Ids } from '../ids.ts'
import { listExpired } from '../orders/store.ts'
import { findNotificationSecrets } from '../stores/store.ts'
import type { Vault } from '../vault.ts'
import { claimDue } from './claim-due.ts'
import { postGuarded } from './post.ts'
import { parseRetryAfter } from './retry.ts'
import { type Settling, settleAttempt, type Verdict } from './settle-attempt.ts'
import { signPayload } from './signature.ts'
import type { Notification } from './store.ts'

export type WorkerOptions = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly allow: Parameters<typeof postGuarded>[0]['allow']
  /** Ends one expired checkout. */
  readonly expire: (order: { storeId: string; id: string; sandbox: boolean }) => Promise<void>
  readonly log: { error(details: object, message: string): void }
}

const BATCH = 16
const IDLE_MS = 500

/** Delivers what is due and ends what has expired, until stopped. Any number of processes may run one. */
export function startWorker(options: WorkerOptions): { wake(): void; stop(): Promise<void> } {
  let stopping = false
  let woken: (() => void) | undefined
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, IDLE_MS)
      woken = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const wake = () => woken?.()
  const loop = async () => {
    while (!stopping) {
      const busy = await workOnce(options).catch((error: Error) => {
        options.log.error({ message: error.message, stack: error.stack }, 'worker failed')
        return false
      })
      if (!busy && !stopping) await pause()
    }
  }
  const running = loop()
  return {
    wake,
    async stop() {
      stopping = true
      wake()
      await running
    },
  }
}

async function workOnce(options: WorkerOptions): Promise<boolean> {
  const { database, clock } = options
  for (const order of await listExpired(database, clock.now(), BATCH)) await options.expire(order)
  const due = await claimDue({ ...options, writer: database }, BATCH)
  await Promise.all(due.map((notification) => deliver(options, notification)))
  return due.length > 0
}

async function deliver(options: WorkerOptions, notification: Notification): Promise<void> {
  const { database, clock, vault, allow } = options
  const startedAt = clock.now()
  const sealed = await findNotificationSecrets(database, notification.storeId, startedAt)
  const timestampSeconds = Math.floor(startedAt.getTime() / 1000)
  const secrets = sealed.map((secret) => vault.open(secret))
  const { id, body, url } = notification
  const result = await postGuarded({
    url,
    body,
    allow,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signPayload({ secrets, id, timestampSeconds, body }),
    },
  })
  const failed = 'failure' in result
  const retryHeader = failed ? undefined : result.headers['retry-after']
  const settling: Settling = {
    notification,
    verdict: failed ? 'none' : verdictOf(result.status, result.body),
    retryAfter: retryHeader === undefined ? undefined : parseRetryAfter(String(retryHeader), clock.now()),
    attempt: {
      startedAt,
      durationMs: result.durationMs,
      status: failed ? null : result.status,
      failure: failed ? result.failure : null,
      // Only what can be kept as text: PostgreSQL knows no NUL in one.
      response: failed ? null : result.body.slice(0, 2000).replaceAll('\0', ''),
    },
  }
  await settleAttempt({ ...options, writer: database }, settling)
}

/** 200 with `{"status":"ok"}` or `{"status":"ko"}`; everything else is no answer. */
function verdictOf(status: number, body: string): Verdict {
  if (status !== 200) return 'none'
  try {
    const said = (JSON.parse(body) as { status?: unknown } | null)?.status
    return said === 'ok' || said === 'ko' ? said : 'none'
  } catch {
    return 'none'
  }
}
