/** Who else may say who somebody is: a provider of OpenID Connect. */

/** What a verified ID token says, as far as it counts here. */
export type Claims = {
  readonly issuer: string
  readonly subject: string
  /** Verified by the provider, as people's are stored; undefined: it says of none that it is. */
  readonly email: string | undefined
  readonly name: string | undefined
  /** How the person has shown who they are (`amr`, RFC 8176). */
  readonly methods: readonly string[]
  /** The level of it (`acr`). */
  readonly context: string | undefined
  /** When; undefined: it does not say. */
  readonly shownAt: Date | undefined
  /** Values of the claim that names roles; undefined: no claim does here. */
  readonly roles: readonly string[] | undefined
}

/** What one way to the provider and back is known by; the last is of PKCE (RFC 7636). */
export type Way = { readonly state: string; readonly nonce: string; readonly verifier: string }

type Asking = {
  /** Where the provider sends the browser back to. */
  readonly returnsTo: string
  /** The factors are asked for again, no matter who is signed in there. */
  readonly fresh: boolean
}
type Returned = {
  readonly returnsTo: string
  /** What it has sent with it: `?code=…`. */
  readonly search: string
}

export type Provider = {
  /** Nothing else signs people in, but for whom `svc staff recover` has helped. */
  readonly isOnlyWay: boolean
  /** Where the browser goes. Errors: `oidc_unavailable`. */
  address(way: Way, asking: Asking): Promise<string>
  /** Who has come back. Errors: `sign_in_failed`, `oidc_unavailable`. */
  prove(way: Way, returned: Returned): Promise<Claims>
}
