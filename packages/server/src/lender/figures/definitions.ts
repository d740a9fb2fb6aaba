/** Which figures there are: what each asks of its reader, and how it is read. */
import { limits } from '@svc/api'
import type { Permission } from '../../model/staff/roles.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { scopeOf } from '../approvals/scope.ts'
import { listExposure, listPortfolio, listRolls, listVintages } from '../loan-figures/store.ts'
import {
  findBooks,
  listApproved,
  listCash,
  listIncome,
  listLosses,
  listPaidOut,
} from '../money-figures/store.ts'
import type { FigureScope } from '../spans/span.ts'
import { listDecided, listRefusals, listSettled, listVolume } from '../trade-figures/store.ts'
import type { FigureKind } from './figure.ts'

type Definition = {
  readonly kind: FigureKind
  readonly permission: Permission
  /** Its members as columns; those after the day and the currency are the figures of a day. */
  readonly columns: readonly string[]
  /** Absent: a year. What reads rows of every loan has fewer. */
  readonly daysMax?: number
  /** Each day has a row. */
  readonly isDaily?: true
  read(reader: Reader, scope: FigureScope, caller: LenderCaller): Promise<readonly object[]>
}

const ofDay = ['day', 'currency']

/** From bookings, or from closings or tallies of them. */
const booked =
  <T>(list: (reader: Reader, wanted: Wanted) => Promise<T>) =>
  async (reader: Reader, scope: FigureScope): Promise<T> =>
    list(reader, await findBooks(reader, scope))
type Wanted = Parameters<typeof listIncome>[1]

const definitions = {
  volume: {
    ...{ kind: 'days', permission: 'loans:read', isDaily: true, read: listVolume },
    columns: [...ofDay, 'orders', 'amount'],
  },
  decisions: {
    ...{ kind: 'days', permission: 'decisions:read', isDaily: true, read: listDecided },
    columns: [
      ...['day', 'decisions', 'accepted', 'checked', 'refused', 'overturned'],
      'approval_rate',
    ],
  },
  refusals: {
    ...{ kind: 'days', permission: 'decisions:read', read: listRefusals },
    columns: ['reason', 'named', 'decisive'],
  },
  settlements: {
    ...{ kind: 'days', permission: 'ledger:read', read: listSettled },
    columns: ['store.id', 'store.name', 'currency', 'captured', 'refunded'],
  },
  portfolio: {
    ...{ kind: 'present', permission: 'loans:read', read: listPortfolio },
    columns: ['bucket', 'currency', 'loans', 'receivable', 'overdue'],
  },
  rolls: {
    ...{ kind: 'days', permission: 'loans:read', read: listRolls },
    columns: ['before', 'after', 'loans'],
  },
  vintages: {
    ...{ kind: 'months', permission: 'loans:read', read: listVintages },
    columns: ['month', 'late', 'currency', 'loans', 'receivable', 'written_off'],
  },
  exposure: {
    ...{ kind: 'present', permission: 'people:read', read: listExposure },
    columns: ['at_least', 'below', 'currency', 'persons', 'amount'],
  },
  cash: {
    ...{ kind: 'days', permission: 'ledger:read', isDaily: true, read: booked(listCash) },
    columns: [...ofDay, 'expected', 'received', 'paid'],
    daysMax: limits.figurePlanDaysMax,
  },
  payouts: {
    ...{ kind: 'days', permission: 'payouts:read', isDaily: true, read: listPaidOut },
    columns: [...ofDay, 'payouts', 'paid', 'proposed', 'held'],
  },
  income: {
    ...{ kind: 'days', permission: 'ledger:read', isDaily: true, read: booked(listIncome) },
    columns: [...ofDay, 'store_fees', 'campaigns', 'interest', 'buyer_fees', 'late'],
  },
  losses: {
    ...{ kind: 'days', permission: 'ledger:read', isDaily: true, read: booked(listLosses) },
    columns: [...ofDay, 'written_off', 'recovered', 'waived'],
  },
  approvals: {
    ...{ kind: 'days', permission: 'own:read' },
    columns: [
      ...['action', 'requests', 'pending', 'executed', 'declined', 'ended'],
      ...['median_minutes', 'oldest'],
    ],
    read: (reader, scope, caller) => listApproved(reader, scope, scopeOf(caller)),
  },
} satisfies Readonly<Record<string, Definition>>

export type FigureName = keyof typeof definitions
const isFigure = (name: string): name is FigureName => Object.hasOwn(definitions, name)
export const figureNames: readonly FigureName[] = Object.keys(definitions).filter(isFigure)

export const definitionOf = (name: FigureName): Definition => definitions[name]
