import type { OfStore } from '../../tenancy/caller/context.ts'

/** Whose loan it is, and the order that names it. */
export type LoanPlace = OfStore & { readonly id: string; readonly currency: string }
