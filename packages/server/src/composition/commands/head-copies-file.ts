import { readFileSync } from 'node:fs'
import { recordOf } from '@svc/api'
import type { HeadCopy } from '../../audit/verify-actions.ts'
import { parseFile } from './seal-copies-file.ts'

/** Reads what `svc actions head --json` printed. Throws a sentence when it is something else. */
export function readHeadCopies(path: string): HeadCopy[] {
  const heads = parseFile(path, readFileSync(path, 'utf8'))
  if (!Array.isArray(heads) || !heads.every(isHead))
    throw new Error(`${path} is not what \`actions head --json\` prints`)
  return heads.map(({ mode, place, hash }) => ({ mode, place, hash }))
}

function isHead(value: unknown): value is HeadCopy {
  const { mode, place, hash } = recordOf(value)
  const isMode = mode === 'sandbox' || mode === 'live'
  return isMode && Number.isSafeInteger(place) && typeof hash === 'string'
}
