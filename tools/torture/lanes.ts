/** What each process does without a request, as its `/readyz` tells: every lane must go on. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Tally } from './tally.ts'

/** Those that look for something to do once a minute or less often. */
const RARE = new Set(['upkeep', 'unused_keys', 'approval_expiry', 'closings'])

type Ready = {
  readonly status: string
  readonly database: string
  readonly write: string
  readonly schema: string
  readonly lanes: Readonly<Record<string, { readonly last_success: string | null }>>
}

/** Each lane has to succeed once more within the time, and the process to say that it is well. */
export async function checkLanes(
  baseUrls: readonly string[],
  tally: Tally,
  msMax: number,
): Promise<void> {
  await Promise.all(
    baseUrls.map(async (baseUrl) => {
      const from = new Date().toISOString()
      let waited = await unready(baseUrl, from)
      for (const limit = Date.now() + msMax; waited !== '' && Date.now() < limit; ) {
        await pause(250)
        waited = await unready(baseUrl, from)
      }
      if (waited !== '') tally.fault(`after ${msMax} ms of peace: ${waited}`)
    }),
  )
}

/** What is not well; empty: nothing. */
async function unready(baseUrl: string, from: string): Promise<string> {
  const response = await fetch(`${baseUrl}/readyz`).catch(() => undefined)
  if (response === undefined) return 'a service does not answer'
  const text = await response.text()
  if (response.status !== 200) return `a service is not ready: ${text}`
  const { status, database, write, schema, lanes } = JSON.parse(text) as Ready
  const isWell = [status, database, write, schema].every((part) => part === 'ok')
  if (!isWell) return `a service says ${text}`
  const still = Object.entries(lanes).filter(
    ([name, { last_success: last }]) => !RARE.has(name) && (last === null || last < from),
  )
  return still.map(([name]) => `${name} stands still`).join(', ')
}
