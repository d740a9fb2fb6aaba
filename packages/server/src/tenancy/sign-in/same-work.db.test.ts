// Who tries to sign in learns from no answer, and from no work behind it, whether there is such a
// person: the same statements, and one run of argon2, whatever is wrong.
import assert from 'node:assert/strict'
import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { after, before, test } from 'node:test'
import { enrolPassword } from '../../../../../test/desk.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Database, Reader, Transaction } from '../../platform/database/database.ts'
import { systemClock } from '../../platform/time/clock.ts'

const PASSWORD = 'correct horse battery'
let place: TestDatabase
let desks: TestDesk
type Work = { readonly statements: string[]; argon2Runs: number }
/** Of one request: other files of the process sign in as well. */
const work = new AsyncLocalStorage<Work>()
const hook = createHook({
  init(_, type) {
    const own = type === 'ARGON2REQUEST' ? work.getStore() : undefined
    if (own !== undefined) own.argon2Runs += 1
  },
})

/** The same, which notes each statement. */
function noted<R extends Reader>(reader: R): R {
  const note = (name: 'query' | 'lookUp'): Reader['query'] => {
    return (text, values) => {
      work.getStore()?.statements.push(text)
      return reader[name](text, values)
    }
  }
  return { ...reader, query: note('query'), lookUp: note('lookUp') }
}

function watched(database: Database): Database {
  return {
    ...noted(database),
    transaction(queue, body, options) {
      work.getStore()?.statements.push('BEGIN')
      return database.transaction(queue, (tx: Transaction) => body(noted(tx)), options)
    },
  }
}

before(async () => {
  place = await openTestDatabase()
  desks = testDesk(watched(place.database), systemClock)
})
after(async () => {
  hook.disable()
  await desks.settled()
  await place.stop()
})

/** Somebody of the lender, who may have a password. */
async function somebody(name: string, password?: string) {
  const email = `${name}@lender.example`
  const token = await desks.invite({ name, email, roles: ['support'] })
  const desk = desks.browser()
  const { body } = await desk.send('POST', '/lender/start', { token })
  if (password !== undefined) await enrolPassword(desk, { password, now: Date.now })
  return { id: String(body.id), email }
}

test('an unknown account and a wrong password: the same answer after the same work', async () => {
  const known = await somebody('known', PASSWORD)
  const unarmed = await somebody('unarmed')
  const disabled = await somebody('disabled', PASSWORD)
  await place.database.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [disabled.id])
  hook.enable()
  const tried = async (email: string, password = 'not the one of theirs') => {
    const own: Work = { statements: [], argon2Runs: 0 }
    const body = { email, password }
    const reply = await work.run(own, () =>
      desks.browser().send('POST', '/lender/sign-in/password', body),
    )
    const { request_id: _, ...error } = reply.body.error ?? {}
    return { status: reply.status, error, headers: [...reply.headers.keys()].sort(), ...own }
  }
  const wrong = await tried(known.email)
  assert.deepEqual([wrong.status, wrong.error.code, wrong.argon2Runs], [401, 'sign_in_failed', 1])
  assert.ok(wrong.statements.length > 3, `${wrong.statements}`)
  assert.deepEqual(await tried('nobody@lender.example'), wrong)
  assert.deepEqual(await tried(unarmed.email), wrong)
  assert.deepEqual(await tried(disabled.email), wrong)
  assert.deepEqual(await tried(disabled.email, PASSWORD), wrong)
  // What is right is another answer: the comparison sees a difference.
  assert.equal((await tried(known.email, PASSWORD)).status, 200)
})
