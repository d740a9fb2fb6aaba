/** The possible kinds of a search term, which decide where it is searched. Pure. */
import { parseAmount } from '../../parts/list/amounts.ts'

export type Kind = 'id' | 'document' | 'phone' | 'email' | 'name' | 'mid' | 'amount'

const ID = /^[0-9a-f]{32}$/i
const DOCUMENT = /^(?:\d{8}|[XYZ]\d{7})[A-Z]$/
/** As people say it: nobody is found by it, but it is not an order number either. */
const WITHOUT_LETTER = /^(?:\d{8}|[XYZ]\d{7})$/
const PHONE = /^\+?\d{6,15}$/
const MID = /^[^\s@]{1,80}$/

/** With decimals, or with a currency: a bare number is not an amount, but an order number. */
const AMOUNT = /[.,]\d{2}(?:\D*)$|[€$£]|\b[A-Z]{3}$/

/**
 * The first is searched immediately; `others` on request. An order number is sent in a URL, which
 * logs store: a text that may be somebody's phone or name is sent like this only if the user says
 * that it is an order number.
 */
export function kindsOf(typed: string): {
  readonly first?: Kind
  readonly others: readonly Kind[]
} {
  const text = typed.trim()
  const plain = text.replace(/[\s().-]/g, '')
  if (text === '') return { others: [] }
  if (ID.test(text)) return { first: 'id', others: [] }
  if (DOCUMENT.test(plain.toUpperCase())) return { first: 'document', others: [] }
  if (WITHOUT_LETTER.test(plain.toUpperCase())) return { first: 'document', others: ['mid'] }
  if (AMOUNT.test(text) && (parseAmount(text) ?? -1) >= 0) {
    return { first: 'amount', others: MID.test(text) ? ['mid'] : [] }
  }
  if (text.includes('@')) return { first: 'email', others: [] }
  if (PHONE.test(plain)) return { first: 'phone', others: ['mid'] }
  const mayBeMid = MID.test(text)
  if (mayBeMid && /\d/.test(text)) return { first: 'mid', others: ['name'] }
  return { first: 'name', others: mayBeMid ? ['mid'] : [] }
}
