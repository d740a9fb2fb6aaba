/**
 * PGlite on a thread of its own: it has one session, cannot cancel a query, and blocks its thread
 * while one runs. The thread ends with the database, after reporting the reason.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { makeContentPrivate } from '../owner/private-folder.ts'

/** A line that the database prints: `2026-11-22 17:47:33.756 UTC [42] PANIC:  could not …`. */
const LOG_LINE = /(?:LOG|WARNING|ERROR|FATAL|PANIC|DETAIL): +(.*)/
const REASONS_MAX = 3

const folder = String(workerData.folder)
let reasons: string[] = []

const database = await PGlite.create(folder, {
  onStderr(line) {
    const [, reason] = LOG_LINE.exec(line) ?? []
    if (reason !== undefined) reasons = [...reasons, reason].slice(-REASONS_MAX)
    return true
  },
}).catch(end)
// It makes each initial file readable by everybody, whatever the umask.
makeContentPrivate(folder)
await database.exec(`SET TIME ZONE 'UTC'`).catch(end)

let turn: Promise<void> = Promise.resolve()
parentPort?.on('message', (bytes: Uint8Array | 'close') => {
  turn = turn.then(() => answer(bytes)).catch(end)
})
parentPort?.postMessage('ready')

async function answer(bytes: Uint8Array | 'close'): Promise<void> {
  if (bytes === 'close') {
    await database.close()
    parentPort?.postMessage('closed')
    return
  }
  reasons = []
  parentPort?.postMessage(await database.execProtocolRaw(bytes))
}

function end(error: Error): never {
  parentPort?.postMessage({ reason: reasons.join('; ') || error.message })
  process.exit(1)
}
