import type { PasskeyCreation } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { RealWriting } from '../caller/context.ts'
import type { Issued } from '../sessions/issue.ts'
import { readChallenge } from './challenges.ts'
import { commitChange, lockOwn, type Own } from './change.ts'
import { challengeRow, findFactors, findPasskey, passkeyRow, wasAnswered } from './store.ts'
import { challengeIn, siteOf, verifyCreation } from './webauthn.ts'

type AddPasskeyInput = Own & {
  readonly name: string
  readonly credential: PasskeyCreation
  readonly baseUrl: string
}

/**
 * Adds the passkey that an authenticator created. Returns a session with a new token if it was the
 * person's first way to sign in. Errors: `passkey_exists`, `body_invalid`, `session_ended`.
 */
export async function addPasskey(
  writing: RealWriting & { readonly vault: Vault },
  { name, credential, baseUrl, ...own }: AddPasskeyInput,
): Promise<Issued | null> {
  const { writer, vault, clock, ids } = writing
  const now = clock.now()
  const sent = challengeIn(credential.response.clientDataJSON)
  const challenge = readChallenge({ vault, now }, `enrol/${own.sessionId}`, sent)
  const isChallenge = (text: string) => text === sent
  const made = challenge && (await verifyCreation(credential, { ...siteOf(baseUrl), isChallenge }))
  if (challenge === undefined || made === undefined) throw unproven()
  return writer.transaction(null, async (tx) => {
    const place = await lockOwn(tx, own)
    if (await wasAnswered(tx, challenge.hash)) throw unproven()
    if ((await findPasskey(tx, made.credentialId)) !== undefined) {
      throw new Refused('passkey_exists', { values: { state: 'registered' } })
    }
    const { staffId } = own
    const added = { id: ids.next(), staffId, name, ...made, createdAt: now, lastUsedAt: null }
    const before = await findFactors(tx, staffId)
    const left = { ...before, passkeys: before.passkeys + 1 }
    const rowSets = [passkeyRow(added), challengeRow(challenge.hash, challenge.expiresAt)]
    const change = { name: 'factor.add', factor: 'passkey', left, rowSets } as const
    return commitChange(writing, tx, { place, change })
  })
}

const unproven = () =>
  new Refused('body_invalid', { fields: { credential: ['does not prove a new passkey'] } })
