import type { Scope } from '@svc/api'
/** What a route asks of its caller, before anything of its body is read. */
export type KeyedAccess =
  /** A private key with the scope; null: any private key. */
  | { readonly kind: 'private'; readonly scope: Scope | null }
  | { readonly kind: 'public' }
  /** A private key with the scope; a public one where the store has switched it on. */
  | { readonly kind: 'browser'; readonly scope: Scope }
  /**
   * The token of the checkout that the path names; `former` is what one of before the signature may
   * do after it: read the result, or repeat that signature with its `Idempotency-Key`.
   */
  | { readonly kind: 'buyer'; readonly former?: 'reads' | 'repeats' }

export type OpenAccess = { readonly kind: 'open' }

export type Access = KeyedAccess | OpenAccess
