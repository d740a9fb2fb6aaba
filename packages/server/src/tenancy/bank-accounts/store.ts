import type { BankAccount, NamedAccount, PaidAccount } from '../../model/payouts/bank-account.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Insert, Reader } from '../../platform/database/database.ts'
import { placeOf, type SealedText } from '../../platform/secrets/sealed-columns.ts'

const WHOLE = columns('bank_accounts', 'b')
export const BANK_ACCOUNT = WHOLE.only(
  ...(['id', 'version', 'holder', 'createdAt', 'effectiveFrom'] as const),
).and(computed<{ iban: string }>({ iban: 'b.shown' }))

/** Of the account `b`: it was replaced before it was ever used. */
export const SUPERSEDED = `EXISTS (SELECT 1 FROM bank_accounts n WHERE n.store_id = b.store_id
  AND n.sandbox = b.sandbox AND n.version > b.version AND n.created_at < b.effective_from)`

const OF_STORE = 'FROM bank_accounts b WHERE b.store_id = $1 AND b.sandbox = $2'

/** The account of the store at a time of its clock. */
export async function findAccountAt(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
  at: Date,
): Promise<PaidAccount | undefined> {
  const shown = WHOLE.only('id', 'holder').and(computed<{ iban: string }>({ iban: 'b.shown' }))
  const [row] = await reader.query(
    select(
      shown,
      `${OF_STORE} AND b.effective_from <= $3 AND NOT ${SUPERSEDED}
       ORDER BY b.version DESC LIMIT 1`,
    ),
    [storeId, sandbox, at],
  )
  return row
}

/** The newest one, with its encrypted number. */
export async function findNewestAccount(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
): Promise<{ readonly account: BankAccount; readonly iban: SealedText } | undefined> {
  const [row] = await reader.query(
    select(
      BANK_ACCOUNT.and(computed<{ sealed: string }>({ sealed: 'b.iban' })),
      `${OF_STORE} ORDER BY b.version DESC LIMIT 1`,
    ),
    [storeId, sandbox],
  )
  if (row === undefined) return undefined
  const { sealed, ...account } = row
  return { account, iban: { sealed, place: placeOf('bank_accounts.iban', storeId, account.id) } }
}

export function bankAccountRow(
  { storeId, sandbox }: StreamKey,
  { iban: shown, ...account }: BankAccount,
  sealed: string,
): Insert {
  const row = { storeId, sandbox, ...account, shown, iban: sealed }
  return { table: 'bank_accounts', rows: [row] }
}

/** SQL of the newest account of the store `s` in a mode, as `NamedAccount`. */
export const namedAccountOf = ({ sandbox }: { readonly sandbox: boolean }): string =>
  `(SELECT jsonb_build_object('iban', b.shown, 'holder', b.holder,
      'from', (extract(epoch FROM b.effective_from) * 1000)::bigint)
    FROM bank_accounts b WHERE b.store_id = s.id AND b.sandbox = ${sandbox}
    ORDER BY b.version DESC LIMIT 1)`

export type NamedAccounts = {
  readonly liveBankAccount: NamedAccount | null
  readonly sandboxBankAccount: NamedAccount | null
}
