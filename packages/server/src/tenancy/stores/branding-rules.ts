/** A store's branding under a merge patch. Invariant: a logo is stored only if it was checked. */
import type { BrandingPatch } from '@svc/api'
import type { Branding } from '../../model/stores/branding.ts'
import { type Logo, readLogo } from './logo.ts'

export type BrandingPlan = {
  readonly branding: Branding
  /** The logo to store; null removes it, undefined leaves it. */
  readonly logo: Logo | null | undefined
  readonly fault: string | undefined
}

/** Absent members stay, null resets them. */
export function patchedBranding(stored: Branding, patch: BrandingPatch): BrandingPlan {
  const { name = stored.name, color = stored.color, logo: sent } = patch
  const logo = sent ? readLogo(sent) : sent
  if (typeof logo === 'string') return { branding: stored, logo: undefined, fault: logo }
  const shown = logo === undefined ? stored.logo : shownOf(logo)
  return { branding: { name, color, logo: shown }, logo, fault: undefined }
}

function shownOf(logo: Logo | null): Branding['logo'] {
  if (logo === null) return null
  const { content: _, ...shown } = logo
  return shown
}
