import { hash } from 'node:crypto'
import type { Entity } from '../../platform/database/columns.ts'
import { columnOf } from '../../platform/database/columns.ts'
import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { utcMicros } from '../../platform/time/dates.ts'

/** All members of an action; absent ones are left out, so that columns can be added. */
const SAID = [
  ...['id', 'storeId', 'mode', 'at', 'principalKind', 'principalId', 'principalName', 'keyId'],
  ...['requestId', 'address', 'agent', 'route', 'action', 'objectKind', 'objectId', 'outcome'],
  ...['refusal', 'changes', 'count', 'personId', 'sessionId', 'approvalId', 'onBehalf'],
  ...['reasonCode', 'reasonNote', 'entrySequence', 'afterHash'],
] as const

type Said = Partial<Entity<'actions'>>

/**
 * SHA-256 over each member that is not null, as `column:bytes:text|`: the length keeps a text from
 * passing for two. The auditor recomputes it in SQL.
 */
export const contentHashOf = (action: Said): string => sha256(contentOf(action))

/** The text that is hashed. */
export function contentOf(action: Said): string {
  let text = ''
  for (const name of SAID) {
    const value = action[name]
    if (value == null) continue
    const said = textOf(value)
    text += `${columnOf(name)}:${Buffer.byteLength(said)}:${said}|`
  }
  return text
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Date ? utcMicros(value) : jsonbText(value)
}

/** The hash of an action at its position, after the previous one. */
export const chainHash = (previous: string, content: string): string => sha256(previous + content)

export const sha256 = (text: string): string => hash('sha256', text, 'hex')
