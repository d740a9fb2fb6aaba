/**
 * Bugs that a torture run has to find, each a change of the service's source: what a tired engineer
 * could write. They are made in a copy only.
 */

export type InjectedFault = {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** Where it shows. */
  readonly database: 'postgres' | 'embedded'
}

const DATABASE = 'packages/server/src/platform/database'

export const injectedFaults: readonly InjectedFault[] = [
  {
    name: 'no-once',
    file: `${DATABASE}/once.ts`,
    find: 'work(keyedWriter(database, { key, clock, vault, render: ofAny(render) }))',
    replace: 'work(database)',
    database: 'postgres',
  },
  {
    name: 'answer-before-commit',
    file: `${DATABASE}/one-transaction.ts`,
    find: 'await sent',
    replace: 'void sent?.catch(() => {})',
    database: 'postgres',
  },
  {
    name: 'commit-before-write',
    file: `${DATABASE}/one-transaction.ts`,
    find: 'const sent = begun ||',
    replace: `if (write !== undefined) {
        await send([COMMIT])
        await connection.batch([write])
        return
      }
      const sent = begun ||`,
    database: 'postgres',
  },
  {
    name: 'two-commits',
    file: `${DATABASE}/shared.ts`,
    find: 'const committed = commit(writeOf(works, written, own))',
    replace: `const first = writeOf(works, written.map((sets) => sets.slice(0, 2)), new Map())
      const text = (text: string) => ({ text, values: [] })
      if (first !== undefined) await send([first, text('COMMIT'), text('BEGIN')])
      const committed = commit(writeOf(works, written.map((sets) => sets.slice(2)), own))`,
    database: 'postgres',
  },
  {
    name: 'no-lock',
    file: 'packages/server/src/kernel/orders/store.ts',
    find: 'return tx.shared === true ? lockFree(tx, key) : find(tx, key, LOCK)',
    replace: 'return find(tx, key, READ)',
    database: 'postgres',
  },
  {
    name: 'lost-durability',
    file: `${DATABASE}/client.ts`,
    find: "jit: 'off',",
    replace: "jit: 'off',\n  synchronous_commit: 'off',",
    database: 'postgres',
  },
  {
    name: 'broken-connection-is-used-again',
    file: `${DATABASE}/one-transaction.ts`,
    find: 'if (begun && !breaksConnection(error)) await connection.batch([ROLLBACK])',
    replace: '',
    database: 'postgres',
  },
  {
    name: 'uncertain-commit-runs-again',
    file: `${DATABASE}/failure.ts`,
    find: 'return error instanceof StatementFailed && REPEATABLE.has(error.code)',
    replace: `if (error instanceof ConnectionLost) return true
  return error instanceof StatementFailed && REPEATABLE.has(error.code)`,
    database: 'postgres',
  },
  {
    name: 'event-forgotten',
    file: 'packages/server/src/orders/captures/capture-order.ts',
    find: "'order.captured'",
    replace: 'null',
    database: 'embedded',
  },
  {
    name: 'answers-forgotten-at-once',
    file: `${DATABASE}/once.ts`,
    find: 'if (row !== undefined && stored !== null) {',
    replace: 'if (row !== undefined && stored !== null && Math.random() < 0.5) {',
    database: 'postgres',
  },
  {
    name: 'delivered-before-sent',
    file: 'packages/server/src/outbound/sending/engine.ts',
    find: 'const done = make(message)',
    replace: `const said = { durationMs: 0, status: 200, failure: null, response: '' }
    const attempt = { ...said, startedAt: real.now() }
    const done = settle(message, { attempt, text: '', retryAfter: undefined })
      .then(() => make(message))`,
    database: 'postgres',
  },
  {
    name: 'second-owner',
    file: 'packages/server/src/platform/owner/folder-lock.ts',
    find: 'const lock = lockWithKernel(folder)',
    replace: `const fileOf = () => identityOf(join(folder, LOCKED_FILE))
  const lock =
    lockWithKernel(folder) ?? { folder: identityOf(folder), file: fileOf(), release() {} }`,
    database: 'embedded',
  },
  {
    name: 'worker-ends-with-its-first-failure',
    file: 'packages/server/src/platform/work/worker.ts',
    find: 'if (count === undefined) await bell.wait(',
    replace: 'if (count === undefined) return\n        if (count === 0) await bell.wait(',
    database: 'postgres',
  },
  {
    name: 'replays-of-another-key',
    file: `${DATABASE}/once.ts`,
    find: 'ON k.store_id = $1 AND k.sandbox = $2 AND k.key = $3',
    replace: 'ON k.store_id = $1 AND k.sandbox = $2 AND left(k.key, 2) = left($3, 2)',
    database: 'embedded',
  },
  {
    name: 'replays-of-another-store',
    file: `${DATABASE}/once.ts`,
    find: 'ON k.store_id = $1 AND k.sandbox = $2 AND k.key = $3',
    replace: 'ON k.store_id <> $1 AND k.sandbox = $2 AND k.key = $3 OR k.key = $3',
    database: 'embedded',
  },
  {
    name: 'key-without-its-request',
    file: `${DATABASE}/once.ts`,
    find: "if (!isSame(stored)) throw new Refused('idempotency_key_reused')",
    replace: 'isSame(stored)',
    database: 'embedded',
  },
  {
    name: 'commit-again-on-another-connection',
    file: `${DATABASE}/one-transaction.ts`,
    find: 'await sent',
    replace: `await sent?.catch(async (error: unknown) => {
        if (!breaksConnection(error)) throw error
        await withConnection(engine, (other) => other.batch([COMMIT]))
      })`,
    database: 'postgres',
  },
  {
    name: 'lanes-end-after-a-while',
    file: 'packages/server/src/platform/work/worker.ts',
    find: 'while (!stopping) {',
    replace: 'for (let times = 0; !stopping && times < 40; times++) {',
    database: 'postgres',
  },
  {
    name: 'claims-never-end',
    file: 'packages/server/src/platform/work/claims.ts',
    find: 'export const CLAIM_MS = 8_000',
    replace: 'export const CLAIM_MS = 86_400_000',
    database: 'embedded',
  },
  {
    name: 'events-out-of-order',
    file: 'packages/server/src/outbound/deliveries/rules.ts',
    find: 'const queued = line !== undefined && busy.has(line)',
    replace: 'const queued = line !== undefined && false',
    database: 'postgres',
  },
  {
    name: 'failed-attempt-counts-as-delivered',
    file: 'packages/server/src/outbound/deliveries/kind.ts',
    find: "return status === 410 ? 'gone' : 'failed'",
    replace: "return 'delivered'",
    database: 'embedded',
  },
]
