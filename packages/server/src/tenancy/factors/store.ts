import type { Factors, Person } from '../../model/staff/person.ts'
import { columns, computed, type Entity, select } from '../../platform/database/columns.ts'
import type {
  Insert,
  Reader,
  Removal,
  RowSet,
  Transaction,
  Update,
  Upsert,
} from '../../platform/database/database.ts'
import { exists } from '../../platform/database/reader.ts'
import { placeOf, type SealedPlace } from '../../platform/secrets/sealed-columns.ts'
import { PERSON } from '../staff-accounts/store.ts'

export type Passkey = Entity<'passkeys'>
type Totp = Entity<'totp_secrets'>

const PASSKEY = columns('passkeys', 'k')
const TOTP = columns('totp_secrets', 't')
const PASSWORD = columns('passwords', 'w')

export const totpPlace = (staffId: string): SealedPlace => placeOf('totp_secrets.secret', staffId)

const FACTORS = computed<Factors>({
  passkeys: '(SELECT count(*) FROM passkeys k WHERE k.staff_id = p.id)',
  password: 'EXISTS (SELECT 1 FROM passwords w WHERE w.staff_id = p.id)',
  oidc: 'p.subject IS NOT NULL',
  totp: 'EXISTS (SELECT 1 FROM totp_secrets t WHERE t.staff_id = p.id)',
  recoveryCodes: `(SELECT count(*) FROM recovery_codes c
    WHERE c.staff_id = p.id AND c.used_at IS NULL)`,
})

export async function findFactors(reader: Reader, staffId: string): Promise<Factors> {
  const [factors] = await reader.query(select(FACTORS, 'FROM staff p WHERE p.id = $1'), [staffId])
  return factors ?? { passkeys: 0, password: false, oidc: false, totp: false, recoveryCodes: 0 }
}

export type SignIn = {
  readonly id: string
  readonly factors: Factors
  /** Null: never. */
  readonly lastSignIn: Date | null
}

/** The factors and last sign-in of people, by their ids. */
export async function findSignIns(reader: Reader, ids: readonly string[]): Promise<SignIn[]> {
  const rows = await reader.query(
    select(
      FACTORS.and(computed<Omit<SignIn, 'factors'>>({ id: 'p.id', lastSignIn: 'n.last' })),
      // Ended sessions have no index: they are read once for all.
      `FROM staff p LEFT JOIN (SELECT s.staff_id, max(s.created_at) AS last FROM sessions s
         WHERE s.kind = 'full' AND s.staff_id = ANY($1::text[]) GROUP BY s.staff_id) n
         ON n.staff_id = p.id
       WHERE p.id = ANY($1::text[])`,
    ),
    [ids],
  )
  return rows.map(({ id, lastSignIn, ...factors }) => ({ id, lastSignIn, factors }))
}

export function listPasskeys(reader: Reader, staffId: string): Promise<Passkey[]> {
  return reader.query(
    select(PASSKEY, 'FROM passkeys k WHERE k.staff_id = $1 ORDER BY k.created_at, k.id'),
    [staffId],
  )
}

/** A passkey by the id that its authenticator gave it, with its person. */
export async function findPasskey(
  reader: Reader,
  credentialId: string,
): Promise<{ passkey: Passkey; person: Person } | undefined> {
  const [passkey] = await reader.query(
    select(PASSKEY, 'FROM passkeys k WHERE k.credential_id = $1'),
    [credentialId],
  )
  if (passkey === undefined) return undefined
  const [person] = await reader.query(select(PERSON, 'FROM staff p WHERE p.id = $1'), [
    passkey.staffId,
  ])
  return person && { passkey, person }
}

/** The password with its person; undefined: they have none. */
export async function findPassword(
  reader: Reader,
  staffId: string,
): Promise<Entity<'passwords'> | undefined> {
  return (
    await reader.query(select(PASSWORD, 'FROM passwords w WHERE w.staff_id = $1'), [staffId])
  )[0]
}

export async function findTotp(reader: Reader, staffId: string): Promise<Totp | undefined> {
  return (
    await reader.query(select(TOTP, 'FROM totp_secrets t WHERE t.staff_id = $1'), [staffId])
  )[0]
}

/** An unused recovery code, by its hash. */
export async function hasRecoveryCode(
  tx: Transaction,
  { staffId, hash }: { readonly staffId: string; readonly hash: string },
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 AS one FROM recovery_codes
     WHERE staff_id = $1 AND hash = $2 AND used_at IS NULL`,
    [staffId, hash],
  )
  return rows.length > 0
}

export const passkeyRow = (passkey: Passkey): Insert => ({ table: 'passkeys', rows: [passkey] })

export function passkeyUse({ id }: Passkey, uses: number, lastUsedAt: Date): Update {
  return { table: 'passkeys', where: { id }, set: { uses, lastUsedAt } }
}

export const passkeyRemoval = ({ id }: Passkey): Removal => ({ table: 'passkeys', remove: { id } })

export function passwordUpsert(staffId: string, hash: string, changedAt: Date): Upsert {
  const rows = [{ staffId, hash, changedAt }]
  return { table: 'passwords', key: ['staffId'], changed: ['hash', 'changedAt'], rows }
}

export function totpUpsert(totp: Totp): Upsert {
  const changed = ['secret', 'lastStep', 'createdAt'] as const
  return { table: 'totp_secrets', key: ['staffId'], changed, rows: [totp] }
}

export function totpUse(staffId: string, lastStep: number): Update {
  return { table: 'totp_secrets', where: { staffId }, set: { lastStep } }
}

export const totpRemoval = (staffId: string): Removal => ({
  table: 'totp_secrets',
  remove: { staffId },
})

export const codeRemoval = (staffId: string): Removal => ({
  table: 'recovery_codes',
  remove: { staffId },
})

export function codeRows(staffId: string, hashes: readonly string[], createdAt: Date): Insert {
  return { table: 'recovery_codes', rows: hashes.map((hash) => ({ staffId, hash, createdAt })) }
}

export function codeUse(staffId: string, hash: string, usedAt: Date): Update {
  return { table: 'recovery_codes', where: { staffId, hash }, set: { usedAt } }
}

/** Binds a provider's account to the person. */
export function identityUpdate(
  staffId: string,
  { issuer, subject }: Pick<Person, 'issuer' | 'subject'>,
): Update {
  return { table: 'staff', where: { id: staffId }, set: { issuer, subject } }
}

/** The factors that the person has here. */
export function ownFactorRemovals(staffId: string): RowSet[] {
  return [
    { table: 'passkeys', remove: { staffId } },
    { table: 'passwords', remove: { staffId } },
    totpRemoval(staffId),
    codeRemoval(staffId),
  ]
}

/** The same, and the account at the provider. */
export function factorRemovals(staffId: string): RowSet[] {
  const nobody = { issuer: null, subject: null }
  return [...ownFactorRemovals(staffId), identityUpdate(staffId, nobody)]
}

export function wasAnswered(tx: Transaction, hash: string): Promise<boolean> {
  return exists(tx, 'FROM used_challenges WHERE hash = $1', [hash])
}

export const challengeRow = (hash: string, expiresAt: Date): Insert => ({
  table: 'used_challenges',
  rows: [{ hash, expiresAt }],
})
