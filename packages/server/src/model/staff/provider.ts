/** An external identity provider (OpenID Connect). */

/** The relevant claims of a verified ID token. */
export type Claims = {
  readonly issuer: string
  readonly subject: string
  /** Verified by the provider, in lower case; undefined: not verified. */
  readonly email: string | undefined
  readonly name: string | undefined
  /** The confirmed factors (`amr`, RFC 8176). */
  readonly methods: readonly string[]
  /** The level of authentication (`acr`). */
  readonly context: string | undefined
  /** The time of authentication; undefined: not reported. */
  readonly shownAt: Date | undefined
  /** Values of the roles claim; undefined: it is not configured. */
  readonly roles: readonly string[] | undefined
}

/** The secrets of one redirect to the provider and back; the last is of PKCE (RFC 7636). */
export type Way = { readonly state: string; readonly nonce: string; readonly verifier: string }

type Redirect = {
  /** The URL to which the provider redirects the browser. */
  readonly returnsTo: string
  /** The factors are requested again, even if the person is signed in there. */
  readonly fresh: boolean
}
type Returned = {
  readonly returnsTo: string
  /** The query of the redirect: `?code=…`. */
  readonly search: string
}

/** Whose sessions the provider has ended. */
export type Logout = Pick<Claims, 'issuer' | 'subject'> & {
  /** The name of this token (`jti`). */
  readonly id: string
}

export type Provider = {
  /** Nothing else signs people in, except those recovered with `svc staff recover`. */
  readonly isOnlyWay: boolean
  /** The URL for the browser. Errors: `oidc_unavailable`. */
  address(way: Way, redirect: Redirect): Promise<string>
  /** The identity of the person. Errors: `sign_in_failed`, `oidc_unavailable`. */
  prove(way: Way, returned: Returned): Promise<Claims>
  /** Whom a logout token names. Errors: `body_invalid`, `oidc_unavailable`. */
  proveLogout(token: string): Promise<Logout>
}
