// Works that arrive together share a transaction, and nobody pays for another's fault.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { type AnyRow, anyRowSet } from '../../../../../test/fixtures/any-row.ts'
import { migratedPlace, type TestPlace } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import { Refused } from '../refusal.ts'
import { createDatabase } from './create-database.ts'
import type { Connection, Database, Engine, RowSet, Statement, Transaction } from './database.ts'
import { ConnectionLost, StatementFailed } from './failure.ts'
import { migrate } from './migrate.ts'
import { openEngine } from './open-database.ts'
import { NotFree } from './shared.ts'

let place: TestPlace
let engine: Engine
let database: Database
/** What was sent, an exchange each. */
let exchanges: string[][] = []
/** Called with what is about to be sent. */
let beforeSending: (texts: string[]) => void = () => {}
/** Called with what was answered, which is held back until it ends. */
let afterAnswer: (texts: string[]) => void | Promise<void> = () => {}

before(async () => {
  place = await migratedPlace()
  const { databaseUrl, folder: parent } = place
  const folder = join(parent, 'database')
  engine = await openEngine({ databaseUrl, folder, print: () => {} })
  await migrate(engine, () => {})
  const originals = new WeakMap<Connection, Connection>()
  const watched: Engine = {
    ...engine,
    async connect(msMax) {
      const original = await engine.connect(msMax)
      const connection: Connection = { ...original, batch: (each) => watch(original, each) }
      originals.set(connection, original)
      return connection
    },
    release(connection, broken) {
      engine.release(originals.get(connection) ?? connection, broken)
    },
  }
  database = createDatabase(watched, Math.random)
  await database.query<AnyRow>('CREATE TABLE notes (id integer PRIMARY KEY, text text)', [])
})
beforeEach(async () => {
  beforeSending = () => {}
  afterAnswer = () => {}
  await database.query<AnyRow>('DELETE FROM notes', [])
  exchanges = []
})
after(async () => {
  await database.close()
  await place.remove()
})

async function watch(original: Connection, statements: readonly Statement[]) {
  const texts = statements.map(({ text }) => text)
  exchanges.push(texts)
  beforeSending(texts)
  const rows = await original.batch(statements)
  await afterAnswer(texts)
  return rows
}

const note = (id: number): RowSet =>
  anyRowSet({ table: 'notes', rows: [{ id, text: `note ${id}` }] })
let named = 0
/** A queue that no test has had before. */
const newQueue = () => `queue ${++named}`
type Work = (tx: Transaction) => Promise<RowSet[]>
const share = (work: Work, queue: string | null = newQueue()) =>
  database.transaction(
    queue,
    async (tx) => tx.commit(tx.shared === true, unacted(...(await work(tx)))),
    {
      shares: true,
    },
  )
const adding =
  (id: number): Work =>
  async (tx) => {
    const [row] = await tx.query<AnyRow>('SELECT $1::integer + 0 AS id', [id])
    return [note(row?.id)]
  }

/** The ids of those that were written in one transaction. */
async function groups(): Promise<number[][]> {
  const rows = await database.query<AnyRow>(
    `SELECT array_to_json(array_agg(id ORDER BY id)) AS ids FROM notes
     GROUP BY xmin::text ORDER BY min(id)`,
    [],
  )
  return rows.map(({ ids }) => ids)
}
const ends = async (all: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((each) =>
    each.status === 'fulfilled' ? each.value : each.reason,
  )
const isRefused = (error: unknown, code: string) => error instanceof Refused && error.code === code

test('work that arrives together shares two round trips and one commit', async () => {
  assert.deepEqual(await Promise.all([1, 2, 3].map((id) => share(adding(id)))), [true, true, true])
  assert.equal(exchanges.length, 2)
  assert.deepEqual(
    exchanges.map((texts) => [texts.length, texts[0] === 'BEGIN', texts.at(-1) === 'COMMIT']),
    [
      [4, true, false],
      [2, false, true],
    ],
  )
  assert.deepEqual(await groups(), [[1, 2, 3]])
})

test('work that does not opt in has a separate transaction', async () => {
  const alone = database.transaction(newQueue(), async (tx) => {
    return tx.commit(tx.shared === true, unacted(...(await adding(3)(tx))))
  })
  assert.deepEqual(await Promise.all([share(adding(1)), share(adding(2)), alone]), [
    true,
    true,
    false,
  ])
  assert.deepEqual(await groups(), [[1, 2], [3]])
})

test('a refusal or a failed assertion affects no other', async () => {
  const refusing = share(async (tx) => {
    await tx.query<AnyRow>('SELECT 1 AS one', [])
    throw new Refused('order_cancelled')
  })
  const failing = share(async (tx) => {
    await adding(9)(tx)
    throw new TypeError('impossible')
  })
  const [one, refused, failed, two] = await ends([
    share(adding(1)),
    refusing,
    failing,
    share(adding(2)),
  ])
  assert.deepEqual([one, two], [true, true])
  assert.ok(isRefused(refused, 'order_cancelled'))
  assert.ok(failed instanceof TypeError)
  assert.deepEqual(await groups(), [[1, 2]])
})

/** Counts how often each of them runs. */
function counting(works: readonly Work[]) {
  const runs = works.map(() => 0)
  const counted = works.map((work, index) => (tx: Transaction) => {
    runs[index] = (runs[index] ?? 0) + 1
    return work(tx)
  })
  return { runs, counted }
}
const broken: Work = (tx) => tx.query<AnyRow>('SELECT 1 / ($1::integer - 1)', [1]).then(() => [])

test('if a statement fails the others succeed alone, and share again after that', async () => {
  const { runs, counted } = counting([adding(1), broken, adding(2), async () => [note(3)]])
  const queues = counted.map(newQueue)
  const all = () => counted.map((work, index) => share(work, queues[index]))
  const [one, failed, two, three] = await ends(all())
  assert.deepEqual([one, two, three], [false, false, false])
  assert.ok(failed instanceof StatementFailed)
  assert.deepEqual(runs, [2, 2, 2, 2])
  assert.equal((await groups()).length, 3)
  await database.query<AnyRow>('DELETE FROM notes', [])
  const [again] = await ends(all())
  assert.equal(again, true)
  assert.deepEqual(runs, [3, 3, 3, 3])
  assert.deepEqual(await groups(), [[1, 2, 3]])
})

test('a failed write affects no other', async () => {
  await share(adding(2))
  const [one, taken, three] = await ends([1, 2, 3].map((id) => share(adding(id))))
  assert.deepEqual([one, three], [false, false])
  assert.ok(taken instanceof StatementFailed && taken.code === '23505')
  const update = anyRowSet({ table: 'notes', where: { id: 9 }, set: { text: 'none' } })
  const [four, missing] = await ends([share(adding(4)), share(async () => [update])])
  assert.equal(four, false)
  assert.ok(missing instanceof StatementFailed && missing.code === 'SV001')
  assert.deepEqual((await groups()).flat(), [1, 2, 3, 4])
})

test('a connection lost at COMMIT leaves all uncertain, and none is repeated', async () => {
  const { runs, counted } = counting([adding(1), adding(2)])
  const refusing = share(async () => {
    throw new Refused('order_cancelled')
  })
  afterAnswer = (texts) => {
    if (texts.at(-1) === 'COMMIT') throw new ConnectionLost('cut')
  }
  const queues = counted.map(newQueue)
  const [own, ...uncertain] = await ends([
    refusing,
    ...counted.map((work, index) => share(work, queues[index])),
  ])
  afterAnswer = () => {}
  assert.ok(isRefused(own, 'order_cancelled'))
  assert.equal(uncertain.length, 2)
  assert.ok(uncertain.every((error) => isRefused(error, 'database_unavailable')))
  assert.deepEqual(runs, [1, 1])
  // It had taken effect, for each of them.
  assert.deepEqual(await groups(), [[1, 2]])
  const next = [3, 4].map((id, index) => share(adding(id), queues[index]))
  assert.deepEqual(await Promise.all(next), [false, false])
})

test('a connection lost before COMMIT fails all of them, and nothing is written', async () => {
  beforeSending = (texts) => {
    if (texts.at(-1) === 'COMMIT') throw new ConnectionLost('cut')
  }
  const all = await ends([share(adding(1)), share(adding(2))])
  beforeSending = () => {}
  assert.ok(all.every((error) => isRefused(error, 'database_unavailable')))
  assert.deepEqual(await groups(), [])
})

test('the second of two pieces of work on one row runs alone', async () => {
  await share(adding(1))
  const change = (text: string) => (tx: Transaction) =>
    tx.query<AnyRow>('SELECT text FROM notes WHERE id = 1', []).then(([row]) => {
      const where = { id: 1, text: row?.text }
      return [anyRowSet({ table: 'notes', where, set: { text: `${row?.text} ${text}` } })]
    })
  const works = [change('one'), adding(2), change('two'), adding(3)]
  assert.deepEqual(await Promise.all(works.map((work) => share(work))), [true, true, false, true])
  const [row] = await database.query<AnyRow>('SELECT text FROM notes WHERE id = 1', [])
  assert.equal(row?.text, 'note 1 one two')
})

test('work that would have to wait runs alone, while the others finish', async () => {
  const free = Promise.withResolvers<void>()
  const waiting = share(async (tx) => {
    if (tx.shared === true) throw new NotFree()
    await free.promise
    return [note(1)]
  })
  if (engine.kind === 'embedded') free.resolve()
  assert.deepEqual(await Promise.all([share(adding(2)), share(adding(3))]), [true, true])
  free.resolve()
  assert.equal(await waiting, false)
  assert.deepEqual(await groups(), [[1], [2, 3]])
})

test('work of one queue takes turns', async () => {
  const queue = newQueue()
  const works = [1, 2, 3].map((id) => share(adding(id), queue))
  const [first, , , other] = await Promise.all([...works, share(adding(4))])
  assert.deepEqual([first, other], [true, true])
  assert.deepEqual(await groups(), [[1, 4], [2], [3]])
})

const isCommit = (texts: readonly string[]) => texts.at(-1) === 'COMMIT'

if (process.env.TEST_DATABASE === 'postgres') {
  test('the next work of a queue begins while the one before it commits', async () => {
    const queue = newQueue()
    const begun = Promise.withResolvers<void>()
    afterAnswer = (texts) => (isCommit(texts) ? begun.promise : undefined)
    const next: Work = (tx) => {
      begun.resolve()
      return adding(2)(tx)
    }
    const both = [share(adding(1), queue), share(next, queue)]
    assert.deepEqual(await Promise.all(both), [true, false])
    assert.deepEqual(await groups(), [[1], [2]])
  })

  test('a write that fails does not stop the work that has begun behind it', async () => {
    await share(adding(1))
    const queue = newQueue()
    const begun = Promise.withResolvers<void>()
    beforeSending = (texts) => {
      if (isCommit(texts)) begun.resolve()
    }
    const next: Work = async (tx) => {
      await begun.promise
      return adding(2)(tx)
    }
    const [taken, two] = await ends([share(adding(1), queue), share(next, queue)])
    beforeSending = () => {}
    assert.ok(taken instanceof StatementFailed && taken.code === '23505')
    assert.equal(two, false)
    assert.deepEqual((await groups()).flat(), [1, 2])
  })

  test('a COMMIT whose answer is lost leaves the next work of the queue as it is', async () => {
    const queue = newQueue()
    const { runs, counted } = counting([adding(1), adding(2)])
    const [first = broken, second = broken] = counted
    const begun = Promise.withResolvers<void>()
    // Its answer may come after that of the next work's COMMIT.
    let cut: string[] | undefined
    beforeSending = (texts) => {
      if (isCommit(texts)) cut ??= texts
    }
    afterAnswer = async (texts) => {
      if (texts !== cut) return
      await begun.promise
      throw new ConnectionLost('cut')
    }
    const next: Work = (tx) => {
      begun.resolve()
      return second(tx)
    }
    const [uncertain, two] = await ends([share(first, queue), share(next, queue)])
    assert.ok(isRefused(uncertain, 'database_unavailable'))
    assert.deepEqual([two, runs], [false, [1, 1]])
    assert.deepEqual(await groups(), [[1], [2]])
  })

  test('while others fill the transactions, the next work waits and shares', async () => {
    const letGo = Promise.withResolvers<void>()
    const holding: Promise<unknown>[] = []
    while (holding.length < 2) {
      const begun = Promise.withResolvers<void>()
      const held: Work = async () => {
        begun.resolve()
        await letGo.promise
        return []
      }
      holding.push(share(held))
      await begun.promise
    }
    const queue = newQueue()
    const both = [1, 2].map((id) => share(adding(id), queue))
    assert.deepEqual(await Promise.all(both), [true, true])
    letGo.resolve()
    await Promise.all(holding)
    assert.deepEqual(await groups(), [[1], [2]])
  })
}

test('a transaction takes a limited number, and the next one the rest', async () => {
  const ids = Array.from({ length: 70 }, (_, index) => index + 1)
  await Promise.all(ids.map((id) => share(adding(id))))
  assert.deepEqual(
    (await groups()).map(({ length }) => length),
    [32, 32, 6],
  )
})

test('work that waits too long for a transaction is refused and not run', async () => {
  const letGo = Promise.withResolvers<void>()
  const holding: Promise<unknown>[] = []
  const turn = () => new Promise((resolve) => setTimeout(resolve, 50))
  for (let count = engine.kind === 'embedded' ? 1 : 3; count > 0; count--) {
    holding.push(
      share(async () => {
        await letGo.promise
        return []
      }),
    )
    await turn()
  }
  const { runs, counted } = counting([adding(1)])
  const [work = broken] = counted
  await assert.rejects(share(work), (error) => isRefused(error, 'order_busy'))
  letGo.resolve()
  await Promise.all(holding)
  assert.deepEqual([runs, await groups()], [[0], []])
})
