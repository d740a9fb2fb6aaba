import { limits, readsQuery, type SavedList } from '@svc/api'
import type { ListTable } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { echoedName, type Fields, Refused } from '../../platform/refusal.ts'
import { actionList } from '../actions/list-store.ts'
import { approvalList } from '../approvals/list-store.ts'
import { creditorList } from '../creditors/list-store.ts'
import { decisionList } from '../decisions/list-store.ts'
import { failureList } from '../failures/list-store.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { loanListOf } from '../loans/list-store.ts'
import { lenderOrderList } from '../orders/list-store.ts'
import { lenderPayoutList } from '../payouts/list-store.ts'
import { personListOf } from '../people/list-store.ts'
import { requestList } from '../request-log/list-store.ts'
import { storeList } from '../stores/list-store.ts'
import { isOfMany } from './rules.ts'

type Savable = {
  readonly table: ListTable
  /** What it takes beside filters and an ordering: true or false. */
  readonly flag?: string
  /** Buyers are among what `q` searches. */
  readonly qOfBuyers?: true
}

const [READS = ''] = Object.keys(readsQuery)
/** Only the names and kinds of properties are read here: no row is. */
const ANY = { sandbox: false, now: new Date(0) }

/** By the last word of its path what a list is filtered by. */
export const savableLists: Readonly<Record<SavedList, Savable>> = {
  orders: { table: lenderOrderList, qOfBuyers: true },
  loans: { table: loanListOf(ANY) },
  people: { table: personListOf(ANY.now) },
  decisions: { table: decisionList },
  payouts: { table: lenderPayoutList },
  stores: { table: storeList },
  creditors: { table: creditorList },
  approvals: { table: approvalList },
  actions: { table: actionList, flag: READS },
  requests: { table: requestList },
  failures: { table: failureList },
}

const PERSONAL = 'may identify a buyer, and is not saved'

/** Why a query of a list is not saved, in the words of the list, each with its parameter. */
export function queryFaults(list: SavedList, parameters: URLSearchParams): string[] {
  const { table, flag, qOfBuyers } = savableLists[list]
  const { length } = parameters.toString()
  if (length === 0) return ['holds no filter']
  if (length > limits.viewQueryMax) {
    return [`must be at most ${limits.viewQueryMax} characters, as an address has it`]
  }
  if (parameters.has('page')) return ['page: is a place in the list, and no filter']
  if (qOfBuyers && parameters.has('q')) return [`q: ${PERSONAL}`]
  const rest = new URLSearchParams(parameters)
  if (flag !== undefined) {
    if (!rest.getAll(flag).every((each) => each === 'true')) return [`${flag}: must be true`]
    rest.delete(flag)
  }
  try {
    return readListQuery(table, rest, LENDER_ZONE)
      .filters.filter(({ property }) => !isOfMany(property))
      .map(({ name }) => `${name}: ${PERSONAL}`)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'query_invalid') throw error
    return sentencesOf(error.detail.fields ?? {})
  }
}

const sentencesOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, sentences]) =>
    [sentences].flat().map((each) => `${echoedName(name)}: ${each}`),
  )
