import { createHash } from 'node:crypto'

export const CODES = 10
const CODE_BYTES = 10
const GROUP = /.{5}/g

/** Eighty random bits, in groups that can be read from paper. */
export function newRecoveryCode(bytes: (length: number) => Buffer): string {
  return (bytes(CODE_BYTES).toString('hex').match(GROUP) ?? []).join('-')
}

/** In any spelling. */
export function hashRecoveryCode(code: string): string {
  const plain = code.toLowerCase().replace(/[^0-9a-f]/g, '')
  return createHash('sha256').update(plain).digest('hex')
}
