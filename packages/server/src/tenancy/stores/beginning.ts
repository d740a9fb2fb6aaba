/** Records that terms have taken effect: in real time, and by a store's test clock. */
import { errorDetails } from '../../platform/error-details.ts'
import type { Ids } from '../../platform/ids.ts'
import { createDueWork, oneByOne } from '../../platform/work/due.ts'
import type { Lane } from '../../platform/work/worker.ts'
import { serviceActing } from '../actions/service-acting.ts'
import type { Places, Writing } from '../caller/context.ts'
import { countDueTerms, type DueTerms, listDueTerms, listDueTermsOf } from '../terms/store.ts'
import { workOnItems } from '../test-clocks/store-work.ts'
import { beginTerms } from './begin-terms.ts'

const NAME = 'terms'
const IDLE_MS = 500

type Beginning = Places & {
  readonly ids: Ids
  readonly log: { error(details: object, message: string): void }
}

export function createBeginning({ database, clocks, ids, log }: Beginning): Lane {
  const { real: clock } = clocks
  const writing: Writing = { writer: database, clock, ids, acting: serviceActing(NAME, clock) }
  return {
    name: NAME,
    idleMs: IDLE_MS,
    onCall: false,
    backlog: () => countDueTerms(database, clock.now()),
    work: createDueWork<DueTerms>({
      clock,
      list: (now, limit) => listDueTerms(database, now, limit),
      carryOut: oneByOne((due) => beginTerms(writing, due)),
      report: (error, { storeId, sandbox }) => {
        const about = { lane: NAME, store_id: storeId, sandbox }
        log.error({ ...about, ...errorDetails(error) }, 'due work failed')
      },
    }),
  }
}

export const termsWork = workOnItems({
  name: NAME,
  list: listDueTermsOf,
  carryOut: (timed, key) => beginTerms(timed, key),
})
