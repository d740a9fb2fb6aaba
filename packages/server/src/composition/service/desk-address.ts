import { isIP } from 'node:net'
import type { SettingName } from '../setting-table.ts'

/** A listener of the desk's own (decision 0166). */
export type DeskAddress = {
  readonly host: string
  readonly port: number
  /** The desk's own address; undefined: the service's. */
  readonly url: string | undefined
}

type Reading = {
  readonly text: (name: SettingName) => string | undefined
  readonly fault: (name: SettingName, sentence: string) => undefined
  readonly readPort: (text: string) => number | undefined
  readonly isBaseUrl: (text: string) => boolean
  readonly readYes: (text: string) => boolean | undefined
}

/** Who signs in: nobody, only the lender's people, or those of stores as well. */
export type DeskPeople = 'off' | 'staff' | 'all'

type OfDesk = { readonly desk: DeskPeople; readonly deskAt: DeskAddress | undefined }

/** Whose desk there is, and where. */
export function readDesk(reading: Reading): OfDesk {
  const { fault } = reading
  const desk = readPeople(reading) ?? fault('DESK', 'must be off, staff or all')
  return { desk: desk ?? 'off', deskAt: readAddress(reading, desk) }
}

/** Before there was a choice it was on or off. */
function readPeople({ text, readYes }: Reading): DeskPeople | undefined {
  const given = (text('DESK') ?? 'all').trim().toLowerCase()
  if (given === 'all' || given === 'staff') return given
  const yes = readYes(given)
  return yes === undefined ? undefined : yes ? 'all' : 'off'
}

function readAddress(reading: Reading, desk: DeskPeople | undefined): DeskAddress | undefined {
  const { text, fault, readPort, isBaseUrl } = reading
  const given = text('DESK_PORT')
  const host = text('DESK_HOST') ?? '127.0.0.1'
  const url = text('DESK_URL')
  if (isIP(host) === 0) fault('DESK_HOST', 'must be an address')
  if (url !== undefined && !isBaseUrl(url)) {
    fault('DESK_URL', 'must be an http or https address without query')
  }
  if (given === undefined) {
    return url === undefined ? undefined : fault('DESK_PORT', 'is required with DESK_URL')
  }
  if (desk === 'off') return fault('DESK_PORT', 'must not be set with DESK=off')
  const port = readPort(given)
  if (port === undefined) return fault('DESK_PORT', 'must be a whole number from 0 to 65535')
  return { host, port, url: url?.replace(/\/+$/, '') }
}
