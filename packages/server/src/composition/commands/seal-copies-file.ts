import { readFileSync } from 'node:fs'
import { recordOf } from '@svc/api'
import type { SealCopy } from '../../audit/seal-copies.ts'
import type { Checkpoint } from '../../audit/since.ts'
import { messageOf } from '../../platform/narrow.ts'

/** Reads what `svc seals --json` printed. Throws a sentence when the file is something else. */
export function readSealCopies(path: string): SealCopy[] {
  const seals = parseFile(path, readFileSync(path, 'utf8'))
  if (!Array.isArray(seals) || !seals.every(isSeal))
    throw new Error(`${path} is not what \`seals --json\` prints`)
  return seals.map(({ store_id, mode, number, hash }) => ({ store_id, mode, number, hash }))
}

/** Reads what `svc audit --checkpoint` wrote. Throws a sentence when the file is something else. */
export function readCheckpoint(path: string): Checkpoint {
  const { audited, whole, seals } = recordOf(parseFile(path, readFileSync(path, 'utf8')))
  const isMoment = (value: unknown): value is string => Number.isFinite(Date.parse(String(value)))
  const isPlaced = (value: unknown): value is Checkpoint['seals'][number] =>
    isSeal(value) && Number.isSafeInteger(recordOf(value).last_position)
  if (isMoment(audited) && isMoment(whole) && Array.isArray(seals) && seals.every(isPlaced))
    return { audited, whole, seals }
  throw new Error(`${path} is not what \`audit --checkpoint\` writes`)
}

export function parseFile(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is not JSON: ${messageOf(error)}`)
  }
}

function isSeal(value: unknown): value is SealCopy {
  const { store_id, mode, number, hash } = recordOf(value)
  return (
    typeof store_id === 'string' &&
    (mode === 'sandbox' || mode === 'live') &&
    Number.isSafeInteger(number) &&
    typeof hash === 'string'
  )
}
