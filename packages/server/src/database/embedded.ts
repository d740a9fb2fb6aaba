import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import parserModule from 'pg-protocol/dist/parser.js'
import { currentParty } from '../party.ts'
import { createTurns } from '../turns.ts'
import type { Connection, Engine, Signals } from './database.ts'
import { ConnectionLost } from './failure.ts'
import { Exchange, type Prepared } from './wire.ts'

/**
 * PGlite cannot cancel: what runs longer is ended by ending its thread, and the next caller gets a
 * new one.
 */
const STATEMENT_MS_MAX = 5_000
const WAIT_MS_MAX = 5_000

type Session = { readonly worker: Worker; readonly prepared: Prepared; ended: boolean }

/** One process owns the folder. */
const nobodyElse: Signals = { tell() {}, listen() {}, async close() {} }

/** The embedded database in a folder. It has one session, so callers take turns. */
export async function openEmbedded(folder: string): Promise<Engine> {
  let session: Promise<Session> = startSession(folder)
  await session
  const turns = createTurns({
    places: 1,
    waitMsMax: WAIT_MS_MAX,
    late: () => new ConnectionLost('the embedded database is busy'),
  })
  const connection: Connection = {
    async batch(statements) {
      const current = await session
      return exchange(current, new Exchange(statements, current.prepared))
    },
    async script(text) {
      const current = await session
      await exchange(current, new Exchange({ script: text }, current.prepared))
    },
  }

  return {
    kind: 'embedded',
    signals: nobodyElse,
    async connect() {
      await turns.take(currentParty())
      try {
        if ((await session).ended) {
          session = startSession(folder)
          await session
        }
      } catch (error) {
        turns.give()
        throw new ConnectionLost(error instanceof Error ? error.message : String(error))
      }
      return connection
    },
    release(_connection, broken) {
      if (!broken) {
        turns.give()
        return
      }
      session
        .then(endSession)
        .catch(() => undefined)
        .then(turns.give)
    },
    async close() {
      await turns.take(currentParty())
      const { worker, ended } = await session
      if (ended) return
      worker.postMessage('close')
      await once(worker, 'message')
      await worker.terminate()
    },
  }
}

async function startSession(folder: string): Promise<Session> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder },
  })
  const session: Session = { worker, prepared: new Map(), ended: false }
  worker.once('exit', () => {
    session.ended = true
  })
  await once(worker, 'message')
  return session
}

async function endSession(session: Session): Promise<void> {
  session.ended = true
  await session.worker.terminate()
}

/** Sends one batch and reads its answer; nothing else is on its way meanwhile. */
async function exchange(session: Session, batch: Exchange): Promise<Awaited<Exchange['answer']>> {
  const { worker } = session
  if (session.ended) throw new ConnectionLost('the embedded database was restarted')
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort()
    void endSession(session)
  }, STATEMENT_MS_MAX)
  try {
    const answered = once(worker, 'message', { signal: controller.signal })
    // A copy: what is posted takes all of its buffer along, and this one is a part of a large one.
    const bytes = new Uint8Array(batch.bytes)
    worker.postMessage(bytes, [bytes.buffer])
    const [answer] = (await answered) as [Uint8Array]
    readAnswer(answer, batch)
  } catch (error) {
    batch.answer.catch(() => undefined)
    throw new ConnectionLost(error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(timer)
  }
  return batch.answer
}

function readAnswer(bytes: Uint8Array, batch: Exchange): void {
  new parserModule.Parser().parse(Buffer.from(bytes), (message) => {
    switch (message.name) {
      case 'rowDescription':
        return batch.handleRowDescription(message as never)
      case 'dataRow':
        return batch.handleDataRow(message as never)
      case 'commandComplete':
        return batch.handleCommandComplete()
      case 'error':
        return batch.handleError(message as never)
      case 'readyForQuery':
        return batch.handleReadyForQuery()
    }
  })
}
