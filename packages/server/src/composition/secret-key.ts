import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../platform/narrow.ts'
import type { Settings } from './settings.ts'

/**
 * `SECRET_KEY`, or the one that the demo keeps in its data folder and makes at its first start.
 * Undefined where a ring stands in its place.
 */
export function loadSecretKey({
  secretKey,
  rings,
  dataDir,
  demo,
}: Pick<Settings, 'secretKey' | 'rings' | 'dataDir' | 'demo'>): string | undefined {
  if (secretKey !== undefined) return secretKey
  if (!demo && rings.secretKeys !== undefined) return undefined
  const path = join(dataDir, 'secret-key')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    const made = randomBytes(32).toString('base64url')
    writeFileSync(path, `${made}\n`, { mode: 0o600 })
    return made
  }
}
