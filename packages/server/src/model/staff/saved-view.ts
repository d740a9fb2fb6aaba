/** A list with filters that somebody of the lender has saved, and who has to do with it. */
import type { SavedList } from '@svc/api'
import type { LenderRole } from './roles.ts'

export type SavedView = {
  readonly id: string
  /** The person who has saved it. */
  readonly staffId: string
  readonly name: string
  readonly list: SavedList
  /** As it is after the `?` of an address. */
  readonly query: string
  /** Whose people see it; null: the person alone. */
  readonly role: LenderRole | null
  readonly createdAt: Date
}

export type Viewer = {
  readonly staffId: string
  readonly roles: readonly LenderRole[]
  /** They may remove what others have saved for any role: so they see it, too. */
  readonly removesOthers: boolean
}

type Owned = Pick<SavedView, 'staffId' | 'role'>

export const isShown = ({ staffId, roles, removesOthers }: Viewer, view: Owned): boolean =>
  view.staffId === staffId || (view.role !== null && (removesOthers || roles.includes(view.role)))

/** Of a view that is shown to them. */
export const isRemovable = ({ staffId, removesOthers }: Viewer, view: Owned): boolean =>
  view.staffId === staffId || (removesOthers && view.role !== null)
