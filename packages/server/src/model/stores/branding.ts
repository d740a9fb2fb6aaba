/** The appearance of a store's checkout pages (decision 0078). */
export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A logo without its content, which is stored separately under its name. */
export type LogoShown = {
  /** The first half of its SHA-256: it is served under this name. */
  readonly name: string
  readonly type: LogoType
  /** Pixels. */
  readonly width: number
  readonly height: number
}

export type Branding = {
  /** Shown instead of the store's name; documents use that one. */
  readonly name: string | null
  /** `#rrggbb`, of the primary button. */
  readonly color: string | null
  readonly logo: LogoShown | null
}

export const standardBranding: Branding = { name: null, color: null, logo: null }
