/** How a store's checkout pages look (decision 0078). */
export type LogoType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A logo without its content, which is stored beside the settings under its name. */
export type LogoShown = {
  /** The first half of its SHA-256: it is served under this name. */
  readonly name: string
  readonly type: LogoType
  /** Pixels. */
  readonly width: number
  readonly height: number
}

export type Branding = {
  /** Shown in place of the store's name; documents keep that one. */
  readonly name: string | null
  /** `#rrggbb`, of the button that goes on. */
  readonly color: string | null
  readonly logo: LogoShown | null
}

export const standardBranding: Branding = { name: null, color: null, logo: null }
