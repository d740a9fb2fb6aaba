// A lane that goes on failing is an event of the lender's: however often it is seen, one.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import {
  type Json,
  serviceOn,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { createLaneWatch } from '../../composition/lane-watch.ts'
import type { LaneReport } from '../../platform/work/worker.ts'
import { queueAllDeliveries } from '../webhooks/queueing.ts'

const LIVE = { accept: 'application/vnd.svc.v1+json' }
const BEGIN = Date.parse('2026-11-26T06:30:00Z')
const at = (seconds: number) => new Date(BEGIN + seconds * 1_000)

const place = ownDatabase()
let send: TestService['send']
before(async () => {
  send = await lenderClient(place.database, { mode: 'live' })
})

type Seen = { readonly failing?: readonly [since: number, last: number]; readonly works?: number }

/** A process that has seen this of a lane, reports it and ends. */
async function seen(name: string, { failing, works }: Seen): Promise<void> {
  const [since, last] = failing ?? []
  const state: LaneReport = {
    ...{ name, worked: undefined, done: 0 },
    succeededAt: works === undefined ? undefined : at(works),
    failing: since === undefined ? undefined : { since: at(since), reason: 'of somebody' },
    failed: last === undefined ? undefined : { at: at(last), code: '53100' },
  }
  const watch = createLaneWatch(serviceOn(place.database))
  watch.begin({ states: () => [state], ring: () => {} })
  await watch.stop()
}

async function events(name: string): Promise<Json[]> {
  await queueAllDeliveries({ ...serviceOn(place.database) }, { sandbox: false })
  const path = '/lender/events?after=0&limit=1000&type=job.failed'
  const { status, body } = await send('GET', path, undefined, LIVE)
  assert.equal(status, 200, JSON.stringify(body))
  return body.results.filter(({ data }: Json) => data.object.id === name)
}

test('a failure under a minute is not reported; a lasting one once for all processes', async () => {
  const hook = await send('POST', '/lender/webhooks', { url: 'https://lender.example/e' }, LIVE)
  assert.equal(hook.status, 201, JSON.stringify(hook.body))
  await seen('payouts', { failing: [0, 59] })
  assert.deepEqual(await events('payouts'), [])
  await Promise.all([1, 2, 3].map(() => seen('payouts', { failing: [0, 60] })))
  // One that was started again sees nothing new, however long it goes on.
  await seen('payouts', { failing: [500, 100_000] })
  const [event, ...others] = await events('payouts')
  assert.deepEqual(others, [])
  assert.deepEqual([event.actor.kind, event.actor.name], ['service', 'jobs'])
  assert.deepEqual(event.data.changes, {
    failure: { old: null, new: '53100' },
    failing_since: { old: null, new: at(0).toISOString() },
  })
  assert.doesNotMatch(JSON.stringify(event), /of somebody/)
  const path = `/lender/webhooks/${hook.body.id}/deliveries?type=job.failed`
  const { body } = await send('GET', path, undefined, LIVE)
  assert.equal(body.paging.count, 1, JSON.stringify(body))
})

test('a lane that has worked is reported anew, at most once an hour', async () => {
  await seen('tallies', { failing: [0, 60] })
  await seen('tallies', { works: 61 })
  await seen('tallies', { failing: [62, 200] })
  assert.equal((await events('tallies')).length, 1)
  await seen('tallies', { failing: [62, 3_660] })
  assert.equal((await events('tallies')).length, 2)
  await seen('tallies', { failing: [62, 9_000] })
  assert.equal((await events('tallies')).length, 2, 'it has not worked since')
})

test('a report that a missing database prevented comes with the next one', async () => {
  const { database, ...service } = serviceOn(place.database)
  let isAway = true
  const failing = { since: at(0), reason: 'of somebody' }
  const state = (last: number): LaneReport => ({
    ...{ name: 'closings', worked: undefined, done: 0, succeededAt: undefined, failing },
    failed: { at: at(last), code: '57P01' },
  })
  const away: typeof database = {
    ...database,
    transaction: (queue, work) =>
      isAway ? Promise.reject(new Error('away')) : database.transaction(queue, work),
  }
  for (const last of [60, 65]) {
    const watch = createLaneWatch({ ...service, database: away })
    watch.begin({ states: () => [state(last)], ring: () => {} })
    await watch.stop()
    assert.equal((await events('closings')).length, isAway ? 0 : 1)
    isAway = false
  }
})
