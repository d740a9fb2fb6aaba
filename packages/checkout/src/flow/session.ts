/**
 * The URL's parameters, and the tab's storage with which a reload continues. It ends with the tab,
 * and no other tab or origin can read it. A browser without it (third-party storage blocked) only
 * loses that.
 */
import type { StoreKey } from '@svc/api/frame-messages'
import { fieldsOf } from './api.ts'
import type { Place } from './model.ts'
import type { StoredFlow } from './resuming.ts'
import type { Language } from './types.ts'

export type Address = {
  readonly checkoutId: string | null
  readonly token: string | null
  readonly publicKey: string | null
  readonly sandbox: boolean
  readonly nonce: string | undefined
  readonly language: Language | null
}

/** `/checkout/<id>/page#<token>`, or `/?order=<id>&public-key=<key>&sandbox=true`. */
export function readAddress({ pathname, search, hash }: URL): Address {
  const query = new URLSearchParams(search)
  const named = /\/checkout\/([^/]+)\/page\/?$/.exec(pathname)?.[1] ?? query.get('order') ?? ''
  const token = hash.slice(1)
  const mode = query.get('sandbox') ?? ''
  return {
    checkoutId: /^[\w-]{1,64}$/.test(named) ? named : null,
    // An anchor of the page is not a token.
    token: /^[\w.-]{20,200}$/.test(token) ? token : null,
    publicKey: query.get('public-key') ?? query.get('public_key'),
    // As in the script: any other value means live.
    sandbox: /^(true|1|yes)$/i.test(mode),
    nonce: query.get('nonce') ?? undefined,
    language: languageOf(query.get('lang')),
  }
}

export function keyOf({ publicKey, sandbox }: Address): StoreKey | null {
  return publicKey === null ? null : { publicKey, sandbox }
}

export function languageOf(tag: string | null | undefined): Language | null {
  const short = (tag ?? '').slice(0, 2).toLowerCase()
  return short === 'es' || short === 'en' ? short : null
}

export type Stored = StoredFlow & {
  readonly token?: string
  readonly signatureKey?: string
  /** The body of a signature without an answer: it is sent again unchanged. */
  readonly signing?: object | undefined
  /** Milliseconds of the real clock. */
  readonly waitingSince?: number
  readonly language?: Language
}

export type Session = {
  readonly stored: Stored
  keep(more: Stored): void
  /** Whether stored data will survive a reload. */
  readonly lasts: boolean
}

type Shelf = Pick<Storage, 'getItem' | 'setItem'>

export function openSession(storage: () => Shelf, name: string): Session {
  let stored: Stored = {}
  let lasts = false
  try {
    stored = storedOf(JSON.parse(storage().getItem(name) ?? '{}'))
    storage().setItem(name, JSON.stringify(stored))
    lasts = true
  } catch {
    lasts = false
  }
  const write = (next: Stored) => {
    stored = next
    try {
      storage().setItem(name, JSON.stringify(stored))
    } catch {
      lasts = false
    }
  }
  return {
    get stored() {
      return stored
    },
    get lasts() {
      return lasts
    },
    keep(more) {
      const before = fieldsOf(stored)
      const news = Object.entries(more).some(([key, value]) => before[key] !== value)
      if (news) write({ ...stored, ...more })
    },
  }
}

/** The fields of the form, in the order in which they are checked. */
export const FIELDS = [
  ...(['first_name', 'last_name', 'phone', 'email', 'birthday'] as const),
  ...(['document_id', 'income'] as const),
] as const
const CARD = ['token', 'brand', 'last4'] as const

const areTexts = <Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is Readonly<Record<Name, string>> =>
  names.every((name) => typeof fieldsOf(value)[name] === 'string')

const places: readonly Place[] = ['offers', 'data', 'signature']

/** The stored data may have been written by any page of this origin, of any version. */
function storedOf(value: unknown): Stored {
  const parsed = fieldsOf(value)
  const { token, place, chosen, signatureKey, signing, waitingSince, language } = parsed
  const { typed, card } = parsed
  const known = places.find((each) => each === place)
  const chosenLanguage = languageOf(typeof language === 'string' ? language : null)
  return {
    ...(typeof token === 'string' ? { token } : {}),
    ...(known === undefined ? {} : { place: known }),
    ...(typeof chosen === 'string' ? { chosen } : {}),
    ...(areTexts(typed, FIELDS) ? { typed } : {}),
    ...(areTexts(card, CARD) ? { card } : {}),
    ...(typeof signatureKey === 'string' ? { signatureKey } : {}),
    ...(typeof signing === 'object' && signing !== null ? { signing } : {}),
    ...(typeof waitingSince === 'number' ? { waitingSince } : {}),
    ...(chosenLanguage === null ? {} : { language: chosenLanguage }),
  }
}

/**
 * Of the URL's token and the stored one, the one issued last: opening the first URL again after the
 * signature continues with the newer token.
 */
export function latestToken(address: string | null, stored: string | null): string | null {
  return address === null || (stored !== null && issuedAt(stored) > issuedAt(address))
    ? stored
    : address
}

/** Tokens after the checkout's first one begin with their time, in base 36. */
function issuedAt(token: string): number {
  const [issued = '', ...code] = token.split('.')
  return code.length === 2 ? Number.parseInt(issued, 36) : 0
}

/** A unique key; works without a secure context, too. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
