/**
 * PGlite on a thread of its own: it has one session, cannot cancel a query, and computes for as
 * long as one runs.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { makeContentPrivate } from '../owner/private-folder.ts'

const { folder } = workerData as { folder: string }
const database = await PGlite.create(folder)
// It gives each file that it begins with to everybody, whatever the umask.
makeContentPrivate(folder)
await database.exec(`SET TIME ZONE 'UTC'`)

let turn: Promise<void> = Promise.resolve()
parentPort?.on('message', (bytes: Uint8Array | 'close') => {
  turn = turn.then(async () => {
    if (bytes === 'close') {
      await database.close()
      parentPort?.postMessage('closed')
      return
    }
    parentPort?.postMessage(await database.execProtocolRaw(bytes))
  })
})
parentPort?.postMessage('ready')
