/**
 * Brings messages to stores, whatever they are (`MessageKind`): claims what is due, makes one
 * attempt at each within the slots of its receiver, renews the claims meanwhile, and has settled
 * what came of it. Any number of processes may do it, and any may die in the middle.
 */

import { errorDetails } from '../../platform/error-details.ts'
import { createClaims } from '../../platform/work/claims.ts'
import { inParallel } from '../../platform/work/in-parallel.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { serviceActing } from '../../tenancy/actions/service-acting.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import type { StoreWork } from '../../tenancy/test-clocks/store-work.ts'
import { attempt } from './attempt.ts'
import type { Attempted } from './message.ts'
import type { MessageKind, Sending } from './message-kind.ts'
import { createSlots } from './slots.ts'

type SendingService = Pick<
  Service,
  'database' | 'clocks' | 'ids' | 'vault' | 'allow' | 'metrics' | 'log'
>

const IDLE_MS = 500

/** In the time of the world, and of one store by itself. */
export function sendingOf<Message>(
  service: SendingService,
  kind: MessageKind<Message>,
): { readonly lane: () => Lane; readonly ofStore: StoreWork } {
  return { lane: () => sendingLane(service, kind), ofStore: sendingOfStore(service, kind) }
}

/** The two halves of sending: the attempt, and what follows from it. */
export function createSender<Message>(sending: Sending, kind: MessageKind<Message>) {
  return {
    async make(message: Message): Promise<Attempted> {
      const made = await attempt(sending, await kind.outgoing(sending, message))
      countAttempt(sending, kind.name, made)
      return made
    },
    settle: kind.settling(sending),
  }
}

function countAttempt(
  { metrics }: Pick<Sending, 'metrics'>,
  lane: string,
  { attempt: { status, durationMs } }: Attempted,
): void {
  const isSuccess = status !== null && status >= 200 && status <= 299
  const failure = status === null ? 'no_answer' : 'error_status'
  metrics.count('attempts', { lane, result: isSuccess ? 'success' : failure })
  metrics.observe('attemptSeconds', { lane }, durationMs / 1_000)
}

function sendingLane<Message>(service: SendingService, kind: MessageKind<Message>): Lane {
  const { database, clocks, log } = service
  const { real } = clocks
  const acting = serviceActing(kind.name, real)
  const sending: Sending = { ...service, writer: database, clock: real, real, acting }
  const { make, settle } = createSender(sending, kind)
  const slots = createSlots(kind.slots)
  const claims = createClaims(real.now, (held: readonly Message[], until) =>
    kind.renew(database, held, until),
  )
  const running = new Set<Promise<void>>()

  function begin(message: Message, ring: () => void): void {
    const giveBack = slots.take(kind.receiverOf(message))
    const endClaim = claims.hold(message)
    const done = make(message)
      // The receiver has answered: storing the result does not involve it.
      .finally(() => {
        giveBack()
        ring()
      })
      .then((made) => settle(message, made))
      .catch((error: unknown) => {
        const about = { lane: kind.name, ...kind.about(message), ...errorDetails(error) }
        log.error(about, 'the result of an attempt could not be recorded')
      })
      .then(() => {
        running.delete(done)
        endClaim()
        ring()
      })
    running.add(done)
  }

  return {
    name: kind.name,
    idleMs: IDLE_MS,
    onCall: true,
    yields: kind.yields === true,
    backlog: () => kind.backlog(database, real.now()),
    async work(ring) {
      // The database is slower than the receivers: each that is settled rings.
      if (running.size >= kind.slots.whole * 2) return 0
      const { messages, more } = await kind.claim(sending, slots)
      for (const message of messages) begin(message, ring)
      return messages.length + (more ? 1 : 0)
    },
    async finish() {
      await Promise.all(running)
    },
  }
}

function sendingOfStore<Message>(
  { clocks, vault, allow, metrics, log }: SendingService,
  kind: MessageKind<Message>,
): StoreWork {
  return {
    name: kind.name,
    tells: true,
    nextDue: kind.nextDue,
    async carryOut(writing, key) {
      const sending: Sending = { ...writing, real: clocks.real, vault, allow, metrics, log }
      const { make, settle } = createSender(sending, kind)
      for (;;) {
        const claimed = await kind.claimOf(sending, key)
        if (claimed.length === 0) return
        const made = claimed.map(async (message) => ({ message, attempted: await make(message) }))
        if (kind.together === true) await Promise.allSettled(made)
        await inParallel(made, made.length, async (each) => {
          const { message, attempted } = await each
          await settle(message, attempted)
        })
      }
    },
  }
}
