import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../platform/narrow.ts'
import type { Settings } from './settings.ts'

type Holding = Pick<Settings, 'secretKey' | 'rings' | 'dataDir' | 'demo'>

/** Undefined if a ring replaces it, and in the demo before its first start. */
export function findSecretKey({ secretKey, rings, dataDir, demo }: Holding): string | undefined {
  if (secretKey !== undefined) return secretKey
  if (!demo && rings.secretKeys !== undefined) return undefined
  try {
    return readFileSync(demoFile(dataDir), 'utf8').trim()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return undefined
  }
}

/**
 * `SECRET_KEY`, or the one that the demo creates at its first start and stores in its data folder.
 * Undefined if a ring replaces it.
 */
export function loadSecretKey(settings: Holding): string | undefined {
  const { rings, dataDir, demo } = settings
  const there = findSecretKey(settings)
  if (there !== undefined || (!demo && rings.secretKeys !== undefined)) return there
  const made = randomBytes(32).toString('base64url')
  writeFileSync(demoFile(dataDir), `${made}\n`, { mode: 0o600 })
  return made
}

const demoFile = (dataDir: string): string => join(dataDir, 'secret-key')
