import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { type Failing, isNewFailure } from './rules.ts'
import { announcedRow, lockJob } from './store.ts'

/**
 * Says that a lane goes on failing: once until it has worked again, however many processes see it
 * and turns fail (decision 0164).
 */
export function announceFailure(writing: RealWriting, failing: Failing): Promise<void> {
  const { name, since, code, at } = failing
  return writing.writer.transaction(`job/${name}`, async (tx) => {
    if (!isNewFailure(await lockJob(tx, name), at)) return tx.commit(undefined)
    const object = { kind: 'job', id: name }
    const changes = {
      failure: { old: null, new: code },
      failing_since: { old: null, new: since.toISOString() },
    }
    const action = { action: 'job.fail', object, storeId: null, changes } as const
    return tx.commit(undefined, acted(writing, action, announcedRow(name, at)))
  })
}
