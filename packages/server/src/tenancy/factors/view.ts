import type {
  Answered,
  DeskMeAnswer,
  FactorsAnswer,
  PasskeyCreationAnswer,
  PasskeyRequestAnswer,
  TotpSecretAnswer,
} from '@svc/api'
import type { Factors, Person } from '../../model/staff/person.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { sessionView } from '../sessions/view.ts'
import { personView } from '../staff-accounts/view.ts'
import { handleOf } from './answers.ts'
import { CHALLENGE_MS } from './challenges.ts'
import type { OwnFactors } from './get-factors.ts'
import type { Me } from './me.ts'
import type { TotpOffer } from './offers.ts'
import type { PasskeyRequest } from './requests.ts'
import { ALGORITHMS } from './webauthn.ts'

export const countsView = ({ passkeys, password, oidc, totp, recoveryCodes }: Factors) => ({
  ...{ passkeys, password, oidc, totp },
  recovery_codes: recoveryCodes,
})

export function meView({ person, session, factors }: Me): Answered<typeof DeskMeAnswer> {
  return {
    ...personView(person),
    session: sessionView(session),
    factors: countsView(factors),
  }
}

export function factorsView({ factors, passkeys }: OwnFactors): Answered<typeof FactorsAnswer> {
  return {
    factors: countsView(factors),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      ...{ id, name },
      created: utcMicros(createdAt),
      last_used: lastUsedAt === null ? null : utcMicros(lastUsedAt),
    })),
  }
}

const named = (credentialId: string) => ({ type: 'public-key' as const, id: credentialId })

/** The options for signing with a passkey; without a list, any passkey of the site. */
export function requestView({
  challenge,
  site: { rpId },
  credentialIds,
}: PasskeyRequest): Answered<typeof PasskeyRequestAnswer> {
  return {
    ...{ challenge, timeout: CHALLENGE_MS, rpId, userVerification: 'required' },
    allowCredentials: credentialIds.map(named),
  }
}

/** The options for a new passkey; an authenticator that has one creates no second. */
export function creationView(
  { challenge, site, credentialIds }: PasskeyRequest,
  { brand, person }: { readonly brand: string; readonly person: Person },
): Answered<typeof PasskeyCreationAnswer> {
  return {
    challenge,
    timeout: CHALLENGE_MS,
    rp: { id: site.rpId, name: brand },
    user: { id: handleOf(person), name: person.email, displayName: person.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: credentialIds.map(named),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

export function totpOfferView(offer: TotpOffer): Answered<typeof TotpSecretAnswer> {
  const { secret, uri, ticket, expiresAt } = offer
  return { secret, uri, ticket, expires_at: utcMicros(expiresAt) }
}
