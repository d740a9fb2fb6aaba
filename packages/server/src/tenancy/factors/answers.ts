import type { PasskeyAnswer } from '@svc/api'
import type { Person } from '../../model/staff/person.ts'
import type { RowSet, Transaction, Written } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { acted } from '../actions/acted.ts'
import type { Reading, RealWriting } from '../caller/context.ts'
import { lockPerson } from '../staff-accounts/store.ts'
import { type Purpose, readChallenge } from './challenges.ts'
import { countsBackwards } from './rules.ts'
import { challengeRow, findPasskey, type Passkey, passkeyUse, wasAnswered } from './store.ts'
import { challengeIn, type Site, verifyAnswer } from './webauthn.ts'

export type Checking = RealWriting & Reading & { readonly vault: Vault }

type Answered = {
  readonly passkey: Passkey
  readonly uses: number
  readonly challenge: { readonly hash: string; readonly expiresAt: Date }
}

type AnswerInput = {
  readonly answer: PasskeyAnswer
  readonly purpose: Purpose
  readonly site: Site
  /** The person it must belong to; absent: the passkey identifies the person. */
  readonly staffId?: string
}

/** A signature of an authenticator, verified before a transaction. Errors: `sign_in_failed`. */
export async function checkAnswer(
  { database, vault, clock }: Checking,
  { answer, purpose, site, staffId }: AnswerInput,
): Promise<Answered> {
  const known = await findPasskey(database, answer.id)
  const sent = challengeIn(answer.response.clientDataJSON)
  const challenge = readChallenge({ vault, now: clock.now() }, purpose, sent)
  const isOthers = staffId !== undefined && known?.person.id !== staffId
  if (known === undefined || challenge === undefined || isOthers) {
    throw new Refused('sign_in_failed')
  }
  const { userHandle } = answer.response
  const handle = handleOf(known.person)
  if (userHandle !== undefined && userHandle !== handle) throw new Refused('sign_in_failed')
  const isChallenge = (text: string) => text === sent
  const uses = await verifyAnswer(answer, known.passkey, { ...site, isChallenge })
  if (uses === undefined) throw new Refused('sign_in_failed')
  return { passkey: known.passkey, uses, challenge }
}

/** The identifier of a person in an authenticator. */
export const handleOf = ({ id }: Pick<Person, 'id'>): string =>
  Buffer.from(id).toString('base64url')

type Taken = { readonly person: Person; readonly rowSets: readonly RowSet[] }

/**
 * Accepts the answer, in a transaction that locks the person: once, and not from a copy of the
 * authenticator. `copied`: it is from one.
 */
export async function acceptAnswer(
  tx: Transaction,
  { passkey, uses, challenge }: Answered,
  now: Date,
): Promise<Taken | 'copied'> {
  const person = await lockPerson(tx, passkey.staffId)
  const current = await findPasskey(tx, passkey.credentialId)
  if (person === undefined || person.disabledAt !== null) throw new Refused('sign_in_failed')
  if (current === undefined || (await wasAnswered(tx, challenge.hash))) {
    throw new Refused('sign_in_failed')
  }
  if (countsBackwards(current.passkey.uses, uses)) return 'copied'
  const rowSets = [
    passkeyUse(passkey, uses, now),
    challengeRow(challenge.hash, challenge.expiresAt),
  ]
  return { person, rowSets }
}

/** The authenticator was copied: it is rejected, and the log reports it to administrators. */
export function copied(writing: RealWriting, { passkey }: Answered): Written {
  return acted(writing, {
    action: 'factor.refuse',
    object: { kind: 'staff', id: passkey.staffId },
    storeId: null,
    refusal: 'sign_in_failed',
    changes: { passkey: { old: null, new: passkey.id }, uses: 'changed' },
  })
}
