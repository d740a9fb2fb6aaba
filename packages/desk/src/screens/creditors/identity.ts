import type { Answered, CreditorVersionAnswer } from '@svc/api'

type Version = Answered<typeof CreditorVersionAnswer>
type Name = Exclude<keyof Version, 'version' | 'created'>

/** The printed details of a creditor, in the order of the documents; the first two are required. */
export const NAMES = [
  ...(['name', 'address', 'legal_form', 'tax_id', 'register_number'] as const),
  ...(['supervisory_authority', 'complaints', 'email', 'phone', 'url'] as const),
] as const satisfies readonly Name[]

export const identityOf = (version: Version): Readonly<Record<string, string | null>> =>
  Object.fromEntries(NAMES.map((name) => [name, version[name]]))
