import type { Reader } from '../../platform/database/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { retentions } from '../personal-data/rules.ts'
import { decideErasing } from './rules.ts'
import { type ErasedRow, listCandidates, listErased, listOrders, listPending } from './store.ts'

const AT_ONCE = 500

/** In live mode: people without any reason to retain their data, no debt, no block and no law. */
export async function listDue(reader: Reader, now: Date): Promise<string[]> {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - retentions.application.years)
  const due: string[] = []
  for (let after = ''; ; ) {
    const people = await listCandidates(reader, { before, now, after, limit: AT_ONCE })
    for (const { id, blocked } of people) {
      const orders = await listOrders(reader, id)
      const pending = await listPending(reader, [id, ...orders.map((order) => order.id)])
      const decision = decideErasing({ blocked, orders, pending, real: true, now })
      if (decision.refused === undefined) due.push(id)
    }
    const last = people.at(-1)
    if (last === undefined) return due
    after = last.id
  }
}

/** An erased person, with the proof for a database that does not know of it any more. */
export type ErasedProof = ErasedRow & { readonly proof: string }

const PURPOSE = 'erased person'
const nameOf = ({ id, sandbox }: Pick<ErasedRow, 'id' | 'sandbox'>) =>
  `${sandbox ? 'sandbox' : 'live'}/${id}`

/** Everybody, in the order of their ids. */
export async function listProofs(reader: Reader, vault: Vault): Promise<ErasedProof[]> {
  const proofs: ErasedProof[] = []
  for (let after = ''; ; ) {
    const rows = await listErased(reader, { after, limit: AT_ONCE })
    proofs.push(...rows.map((row) => ({ ...row, proof: vault.token(PURPOSE, nameOf(row)) })))
    const last = rows.at(-1)
    if (last === undefined) return proofs
    after = last.id
  }
}

/** Whether the service itself, with one of its keys, said that they were erased. */
export const isProven = (vault: Vault, { id, sandbox, proof }: Omit<ErasedProof, 'erasedAt'>) =>
  vault.verifyToken(PURPOSE, nameOf({ id, sandbox }), proof)
