import { Worker } from 'node:worker_threads'
import messages from 'pg-protocol/dist/messages.js'
import parserModule from 'pg-protocol/dist/parser.js'
import { currentParty } from '../turns/party.ts'
import { createTurns } from '../turns/turns.ts'
import { inSequence } from '../work/in-sequence.ts'
import type { Connection, Engine, Signals } from './database.ts'
import { openingFailed, prepareFolder } from './embedded-folder.ts'
import { ConnectionLost } from './failure.ts'
import { Exchange, type Prepared } from './wire.ts'

/**
 * PGlite cannot cancel: a query that runs too long is stopped by ending its thread, and the next
 * caller gets a new one.
 */
const STATEMENT_MS_MAX = 5_000
const WAIT_MS_MAX = 5_000
/** Crash recovery reads up to 1 GB. */
const START_MS_MAX = 300_000

const { DataRowMessage, DatabaseError, RowDescriptionMessage } = messages

type Session = { readonly worker: Worker; readonly prepared: Prepared; ended: boolean }

/** Only one process owns the folder. */
const nobodyElse: Signals = { publish() {}, listen() {}, async close() {} }

/** The embedded database in a folder. It has one session, so callers take turns. */
export async function openEmbedded(folder: string): Promise<Engine> {
  const prepared = prepareFolder(folder)
  let session = await startSession(folder).catch((error: Error) => {
    throw openingFailed(folder, error.message)
  })
  prepared()
  const turns = createTurns({
    places: 1,
    waitMsMax: WAIT_MS_MAX,
    late: () => new ConnectionLost('the embedded database is busy'),
  })
  /** The party whose turn it is. */
  let holder = ''
  const giveBack = () => void turns.give(holder)
  const connectionOf = (msMax: number): Connection => {
    // Answers have no id: concurrent ones would be confused.
    const send = inSequence((content: ConstructorParameters<typeof Exchange>[0]) =>
      exchange(session, new Exchange(content, session.prepared), msMax),
    )
    return { batch: send, script: async (text) => void (await send({ script: text })) }
  }

  return {
    kind: 'embedded',
    signals: nobodyElse,
    async connect(msMax = STATEMENT_MS_MAX) {
      const party = currentParty()
      await turns.take(party)
      holder = party
      try {
        if (session.ended) session = await startSession(folder)
      } catch (error) {
        giveBack()
        throw new ConnectionLost(error instanceof Error ? error.message : String(error))
      }
      return connectionOf(msMax)
    },
    release(_connection, broken) {
      if (!broken) {
        giveBack()
        return
      }
      endSession(session)
        .catch(() => undefined)
        .then(giveBack)
    },
    usage: turns.usage,
    async close() {
      await turns.take(currentParty())
      const { worker, ended } = session
      if (ended) return
      const closed = answerOf(session, START_MS_MAX)
      worker.postMessage('close')
      await closed
      await worker.terminate()
    },
  }
}

async function startSession(folder: string): Promise<Session> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder },
  })
  const session: Session = { worker, prepared: new Map(), ended: false }
  // It may end between two callers, too: without a listener its error would end the process.
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    session.ended = true
  })
  await answerOf(session, START_MS_MAX)
  return session
}

/** The next message of the thread; an error when it ends, or takes too long and is ended. */
function answerOf({ worker }: Session, msMax: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let cause = 'its thread ended'
    const timer = setTimeout(() => {
      cause = `no answer within ${msMax / 1_000} s`
      void worker.terminate()
    }, msMax)
    const settle = () => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
    }
    const onMessage = (message: Uint8Array | { readonly reason: string }) => {
      if (typeof message === 'object' && 'reason' in message) {
        cause = message.reason
        return
      }
      settle()
      resolve(message)
    }
    const onError = ({ message }: Error) => {
      cause = message
    }
    const onExit = () => {
      settle()
      reject(new ConnectionLost(cause))
    }
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
  })
}

async function endSession(session: Session): Promise<void> {
  session.ended = true
  await session.worker.terminate()
}

/** Sends one batch and reads its answer; nothing else is in progress meanwhile. */
async function exchange(
  session: Session,
  batch: Exchange,
  msMax: number,
): Promise<Awaited<Exchange['answer']>> {
  const { worker } = session
  if (session.ended) throw new ConnectionLost('the embedded database was restarted')
  try {
    const answered = answerOf(session, msMax)
    // A copy: posting transfers the whole buffer, of which this is only a part.
    const bytes = new Uint8Array(batch.bytes)
    worker.postMessage(bytes, [bytes.buffer])
    deliverAnswer(await answered, batch)
  } catch (error) {
    batch.answer.catch(() => undefined)
    throw new ConnectionLost(error instanceof Error ? error.message : String(error))
  }
  return batch.answer
}

/** Passes the database's answer to the exchange that waits for it. */
export function deliverAnswer(bytes: Uint8Array, batch: Exchange): void {
  new parserModule.Parser().parse(Buffer.from(bytes), (message) => {
    if (message instanceof RowDescriptionMessage) batch.handleRowDescription(message)
    else if (message instanceof DataRowMessage) batch.handleDataRow(message)
    else if (message instanceof DatabaseError) batch.handleError(message)
    else if (message.name === 'commandComplete') batch.handleCommandComplete()
    else if (message.name === 'readyForQuery') batch.handleReadyForQuery()
  })
}
