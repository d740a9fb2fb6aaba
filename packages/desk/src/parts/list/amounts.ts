/** Amounts as people type them: `1.234,56`, `1,234.56`, `1234,5`, with or without a currency. */

const FORM = /^(-?)(\d{1,3}(?:[ .'\u00a0\u202f]\d{3})+|\d{1,3}(?:,\d{3})+|\d+)(?:[.,](\d{1,2}))?$/

/** Minor units; undefined: invalid or ambiguous. */
export function parseAmount(text: string): number | undefined {
  const plain = text.replace(/[€$£]|\b[A-Z]{3}\b/g, '').trim()
  // One separator before three digits: thousands for some, decimals for others.
  if (/^-?\d{1,3}[.,]\d{3}$/.test(plain)) return undefined
  const [, sign, whole = '', decimals = ''] = FORM.exec(plain) ?? []
  if (sign === undefined) return undefined
  const units = Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  return Number.isSafeInteger(units) ? (sign === '-' ? -units : units) : undefined
}
