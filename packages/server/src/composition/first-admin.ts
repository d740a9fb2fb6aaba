/** The link for the first administrator of an installation that is no demo (decision 0113). */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorDetails } from '../platform/error-details.ts'
import { Refused } from '../platform/refusal.ts'
import { serviceActing } from '../tenancy/actions/service-acting.ts'
import { deskUrlOf } from '../tenancy/caller/desk-url.ts'
import { offerFirst } from '../tenancy/staff/offer-first.ts'
import { linkAddress } from '../tenancy/staff-links/issue.ts'
import type { WholeService } from './service/whole-service.ts'

type Place = {
  /** Null where the process keeps nothing on a disk. */
  readonly dataDir: string | null
  readonly print: (line: string) => void
}

/**
 * While there is nobody, one process makes a link and shows it: on stderr, and in a file that only
 * the owner of the folder reads. Starting continues whatever happens here.
 */
export async function offerFirstAdmin(
  service: WholeService,
  { dataDir, print }: Place,
): Promise<void> {
  const { database, clocks, ids, log } = service
  const file = dataDir === null ? undefined : join(dataDir, 'first-admin')
  const acting = serviceActing('first_admin', clocks.real)
  const writing = { writer: database, clock: clocks.real, ids, acting }
  try {
    const link = await offerFirst(writing, { unlessOpen: true })
    if (link === undefined) return
    const address = linkAddress(deskUrlOf(service), link)
    print(`first administrator, once within 30 minutes: ${address}`)
    if (file !== undefined) writeFileSync(file, `${address}\n`, { mode: 0o600 })
  } catch (error) {
    const isMade = error instanceof Refused && error.code === 'staff_exists'
    if (!isMade)
      log.error(errorDetails(error), 'the link for the first administrator could not be created')
    if (isMade && file !== undefined) rmSync(file, { force: true })
  }
}
