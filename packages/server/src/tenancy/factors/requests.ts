import type { Clock } from '../../platform/time/clock.ts'
import { type DeskSite, deskUrlOf } from '../caller/desk-url.ts'
import type { Service } from '../caller/service.ts'
import { makeChallenge, type Purpose } from './challenges.ts'
import type { Passkey } from './store.ts'
import { type Site, siteOf } from './webauthn.ts'

/** The input for a request to an authenticator. */
export type RequestContext = Pick<Service, 'vault' | 'ids'> & DeskSite & { readonly clock: Clock }

export type PasskeyRequest = {
  readonly challenge: string
  readonly site: Site
  /** The relevant or existing passkeys; none: any. */
  readonly credentialIds: readonly string[]
}

export function makeRequest(
  { vault, ids, clock, ...at }: RequestContext,
  purpose: Purpose,
  passkeys: readonly Passkey[],
): PasskeyRequest {
  return {
    challenge: makeChallenge({ vault, ids, now: clock.now() }, purpose),
    site: siteOf(deskUrlOf(at)),
    credentialIds: passkeys.map(({ credentialId }) => credentialId),
  }
}
