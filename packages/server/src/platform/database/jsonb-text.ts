/**
 * A value as PostgreSQL prints it from a `jsonb` column: what is hashed here, anybody can hash
 * again in SQL: `sha256(convert_to(column::text, 'UTF8'))`. Members are ordered by the length of
 * their names in bytes, then by those bytes; one space follows each comma and each colon; numbers
 * have no exponent (PostgreSQL manual, 8.14).
 */
export function jsonbText(value: unknown): string {
  if (typeof value === 'number') return decimalText(value)
  // What is written is its text.
  if (value instanceof Date) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => ({
      name: Buffer.from(name),
      text: `${JSON.stringify(name)}: ${jsonbText(member)}`,
    }))
    .sort((a, b) => a.name.length - b.name.length || a.name.compare(b.name))
  return `{${members.map(({ text }) => text).join(', ')}}`
}

/** The digits of a double, as JavaScript writes it, without an exponent. */
function decimalText(value: number): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value))
  if (match === null) return JSON.stringify(value)
  const [, sign = '', first = '', rest = '', exponent] = match
  const digits = first + rest
  const point = 1 + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  const whole = digits.slice(0, point).padEnd(point, '0')
  return `${sign}${whole}${rest.length < point ? '' : `.${digits.slice(point)}`}`
}
