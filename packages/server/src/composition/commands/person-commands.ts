/** The commands about buyers' personal data that `npm run svc` carries out for the operator. */
import { type ErasedProof, isProven, listDue, listProofs } from '../../lender/erasing/due.ts'
import { erasePerson } from '../../lender/erasing/erase-person.ts'
import { exportPerson } from '../../lender/personal-data/export-person.ts'
import type { Mode } from '../../model/keys/api-key.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import { sentenceOf } from '../../platform/http/errors.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { inWords } from './key-commands.ts'

/** As `svc persons erased` prints it. */
export type ErasedLine = { readonly id: string; readonly mode: Mode; readonly proof: string }

export type PersonInput = {
  readonly personId?: string
  readonly mode?: Mode
  readonly note?: string
  readonly erased?: readonly ErasedLine[]
}

type Working = RealWriting & { readonly database: Database; readonly vault: Vault }

export const exportOperatorsPerson = (
  working: Working,
  { personId = '', mode }: PersonInput,
): Promise<object> => inWords(exportPerson(working, { sandbox: mode === 'sandbox' }, personId))

/** In live mode two people of the lender decide it: nobody does at the machine. */
export async function eraseOperatorsPerson(
  working: Working,
  { personId = '', note = '' }: PersonInput,
): Promise<object> {
  const reason = { code: 'legal', note } as const
  const wish = { id: personId, sandbox: true, demo: false, reason }
  const { id, at } = await inWords(erasePerson(working, wish))
  return { id, erased: utcMicros(at) }
}

const lineOf = ({ id, sandbox, erasedAt, proof }: ErasedProof) => {
  const mode: Mode = sandbox ? 'sandbox' : 'live'
  return { id, mode, erased: utcMicros(erasedAt), proof }
}

export const showErased = async ({ database, vault }: Working): Promise<object[]> =>
  (await listProofs(database, vault)).map(lineOf)

export const showDue = ({ database }: { readonly database: Reader }, now: Date) =>
  listDue(database, now)

const NOTE = 'Was erased before the database was restored.'

/**
 * After a backup was restored: erases again the people whom the service had erased since. A list
 * that it does not prove to be its own is refused as a whole, and nobody is erased.
 */
export async function eraseAgain(
  working: Working,
  { erased = [] }: PersonInput,
): Promise<{ readonly erased: readonly string[]; readonly refused: readonly object[] }> {
  const people = erased.map(({ id, mode, proof }) => ({ id, sandbox: mode === 'sandbox', proof }))
  const unproven = people.filter((each) => !isProven(working.vault, each))
  if (unproven.length > 0) {
    const names = unproven.slice(0, 10).map(({ id }) => id)
    throw new Error(`nothing proves that these were erased: ${names.join(', ')}`)
  }
  const done: string[] = []
  const refused: object[] = []
  const reason = { code: 'legal', note: NOTE } as const
  for (const { id, sandbox } of people) {
    try {
      await erasePerson(working, { id, sandbox, demo: false, reason })
      done.push(id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.push({ id, because: sentenceOf(error) })
    }
  }
  return { erased: done, refused }
}
