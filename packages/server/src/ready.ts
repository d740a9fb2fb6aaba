/**
 * `svc ready`: 0 when the service of this machine takes requests, else 1. What looks after
 * containers asks every few seconds, so nothing of the service is loaded for it.
 */
import { exitCodes } from './platform/exit-codes.ts'

const PATIENCE_MS = 3_000
const { HOST = '127.0.0.1', PORT = '8080' } = process.env
const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST
const address = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/readyz`

const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
  .then(({ status }) => `${status}`)
  .catch(() => 'no answer')
if (answer !== '200') {
  process.stderr.write(`${address}: ${answer}\n`)
  process.exitCode = exitCodes.failed
}
