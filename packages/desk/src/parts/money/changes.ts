import { t, word } from '../../texts/texts.ts'
import { money } from '../format.ts'

export type Change = { readonly name: string; readonly old: string; readonly next: string }

/** The changed fields in the `effects` of anything except an order, in words. */
export function changesIn(effects: unknown): Change[] {
  const { changes, more } = recordOf(effects)
  // A store is paid in each currency separately.
  return [changes, ...(Array.isArray(more) ? more : [])].flatMap(changesOf)
}

function changesOf(given: unknown): Change[] {
  const changes = recordOf(given)
  const { new: currency } = recordOf(changes.currency)
  return Object.entries(changes).map(([name, each]) => {
    // Personal or secret values are only marked as changed.
    const said = name.split('.').map(word).join(' · ')
    if (typeof each !== 'object') return { name: said, old: '…', next: '…' }
    const { old = null, new: next = null } = recordOf(each)
    const text = (value: unknown) =>
      name === 'amount' && typeof value === 'number' && typeof currency === 'string'
        ? money(value, currency)
        : shown(value)
    return { name: said, old: text(old), next: text(next) }
  })
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function shown(value: unknown): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? t.yes : t.no
  // Only the ends of an account are known: one mark represents everything between them.
  return typeof value === 'string' ? word(value).replace(/\*{4,}/, '···') : JSON.stringify(value)
}
