import { nextPayoutAt } from '../../model/payouts/calendar.ts'
import { normalEmail } from '../../model/staff/person.ts'
import type { Store, StoreAccount, StoreRegister } from '../../model/stores/store-account.ts'
import { allOn, unchangedState } from '../../model/stores/store-state.ts'
import type { Transaction, Written } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { calendarRows } from '../../tenancy/payout-calendars/store.ts'
import { newPerson } from '../../tenancy/staff-accounts/people.ts'
import { findPersonByEmail, lockStaff } from '../../tenancy/staff-accounts/store.ts'
import { type IssuedLink, issueLink } from '../../tenancy/staff-links/issue.ts'
import { stateRow } from '../../tenancy/store-states/store.ts'
import { secretPlace } from '../../tenancy/stores/secret-places.ts'
import { newSecret } from '../../tenancy/stores/signature.ts'
import { knowsTimeZone, storeRows } from '../../tenancy/stores/store.ts'
import { provingTerms } from '../../tenancy/terms/versioning.ts'
import { creationOf } from './action.ts'

type CreateLenderStore = {
  readonly store: Store
  readonly register: StoreRegister
  readonly vault: Vault
}

export type CreatedStore = {
  readonly store: StoreAccount
  /** By which its owner makes their factors; null: nobody was invited. */
  readonly link: IssuedLink | null
}

/**
 * A new store: in live mode it waits until it is activated, the sandbox works immediately. It makes
 * its keys itself. Refusals: `body_invalid`, `staff_exists`.
 */
export function createLenderStore(
  writing: RealWriting,
  { store: made, register, vault }: CreateLenderStore,
): Promise<CreatedStore> {
  const { writer, clock, ids } = writing
  return writer.transaction(null, async (tx) => {
    if (!(await knowsTimeZone(tx, made.timeZone))) {
      throw new Refused('body_invalid', { fields: { time_zone: ['is not known to the database'] } })
    }
    const createdAt = clock.now()
    const liveState = { ...allOn, newCredit: false, state: 'onboarding', version: 1 } as const
    const states = { liveState, sandboxState: unchangedState }
    const accounts = { liveBankAccount: null, sandboxBankAccount: null }
    const store: StoreAccount = {
      ...made,
      ...{ creditOff: ['live'], createdAt, tokenSet: false, version: 1, register, ...states },
      ...accounts,
    }
    const sealed = vault.seal(newSecret(ids.bytes), secretPlace(store.id))
    const secrets = { encryptedSecret: sealed, encryptedToken: null }
    const acting = { ...writing.acting, at: createdAt }
    const key = { storeId: store.id, sandbox: false }
    const { settings } = store
    const rows = storeRows({ store, ...secrets, createdAt, register })
    const written = acted(
      { ...writing, acting },
      provingTerms(creationOf(store), rows),
      ...rows,
      calendarRows(store.id, nextPayoutAt(settings.payout_schedule, store.timeZone, createdAt)),
      stateRow({ ...key, ...liveState, createdAt, storeAt: createdAt }),
    )
    const owner = await invitedOwner(tx, writing, store)
    return tx.commit({ store, link: owner?.link ?? null }, written, ...(owner?.written ?? []))
  })
}

type Invited = { readonly link: IssuedLink; readonly written: readonly Written[] }

async function invitedOwner(
  tx: Transaction,
  writing: RealWriting,
  { id: storeId, register }: StoreAccount,
): Promise<Invited | undefined> {
  const { owner_email: written, contact } = register
  if (written === undefined) return undefined
  const email = normalEmail(written)
  await lockStaff(tx)
  const known = await findPersonByEmail(tx, email)
  if (known !== undefined) {
    const state = known.disabledAt === null ? 'active' : 'disabled'
    throw new Refused('staff_exists', { values: { state } })
  }
  const membership = { storeId, role: 'store_owner' } as const
  const name = contact?.name ?? email
  const wish = { kind: 'store', roles: [], membership, name, email } as const
  const { person, written: ofPerson } = newPerson(writing, wish)
  const link = issueLink(writing, { kind: 'invite', staffId: person.id, open: [] })
  return { link: link.issued, written: [ofPerson, link.written] }
}
