// The chain of the log is recomputed from what the API shows: a row that was changed, removed or
// put elsewhere is named.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { type Action, verify } from './verify.ts'

const sha256 = (text: string) => hash('sha256', text, 'hex')
const FIRST = '0'.repeat(64)

function actionAt(place: number, name: string): Action {
  return {
    ...{ id: `${place}`.repeat(32), at: `2026-11-26T10:00:0${place}.000000Z`, mode: 'live' },
    ...{ principal: { kind: 'lender_person', id: 'p', name }, action: 'staff.invite' },
    ...{ object: { kind: 'person', id: 'x' }, store_id: null, person_id: null, refusal: null },
    ...{ reason: { code: 'other', note: 'Ñandú: 1|2' }, approval_id: null, outcome: 'done' },
    ...{ count: 1, changes: { b: [1, { y: 'ñ', x: null }], a: 'changed' }, route: 'POST /x' },
    ...{ request_id: null, address: '::1', agent: null, chain: null },
  }
}

function contentOf({ id, at, principal, reason, changes }: Action): string {
  const members = {
    ...{ id, mode: 'live', at, principal_kind: principal.kind, principal_id: principal.id },
    ...{ principal_name: principal.name, address: '::1', route: 'POST /x' },
    ...{ action: 'staff.invite', object_kind: 'person', object_id: 'x', outcome: 'done' },
    ...{ changes: JSON.stringify(changes), count: '1', session_id: 's' },
    ...{ reason_code: reason?.code, reason_note: reason?.note },
  }
  return Object.entries(members)
    .map(([name, text]) => `${name}:${Buffer.byteLength(text ?? '')}:${text}|`)
    .join('')
}

function chained(names: readonly string[]): Action[] {
  let previous = FIRST
  return names.map((name, index) => {
    const action = actionAt(index + 1, name)
    const content = contentOf(action)
    const own = sha256(previous + sha256(content))
    const chain = { place: index + 1, previous_hash: previous, content, hash: own }
    previous = own
    return { ...action, chain }
  })
}

const rows = chained(['Ana', 'Núria : 12|', '🙂', 'Eva'])
const [one, two, three, four] = rows as [Action, Action, Action, Action]
const idsOf = (...all: Action[]) => all.map(({ id }) => id)

test('unchanged rows are right, in any order, including those without a position', async () => {
  const none = { ...actionAt(5, 'Leo') }
  assert.deepEqual(await verify([none, four, three, two, one]), {
    ...{ right: 4, joined: 3, open: 1, wrong: [] },
  })
  assert.deepEqual(await verify([four, two]), { right: 2, joined: 0, open: 0, wrong: [] })
  assert.deepEqual(await verify([]), { right: 0, joined: 0, open: 0, wrong: [] })
})

test('a row that differs from its hashed content is wrong', async () => {
  const changed: Action[] = [
    { ...two, principal: { ...two.principal, name: 'Bea' } },
    { ...two, outcome: 'refused' },
    { ...two, at: one.at },
    { ...two, object: null },
    { ...two, reason: { code: 'other', note: 'Another one' } },
    { ...two, changes: { b: [1, { y: 'n', x: null }], a: 'changed' } },
    { ...two, changes: null },
  ]
  for (const row of changed) {
    assert.deepEqual((await verify([one, row, three])).wrong, idsOf(two), JSON.stringify(row))
  }
})

test('a content or a place that is another is wrong', async () => {
  const chain = two.chain ?? assert.fail()
  const { content } = chain
  const others = [
    { ...chain, content: content.replace('::1', '::2') },
    { ...chain, content: content.slice(0, -1) },
    { ...chain, content: `${content}x` },
    { ...chain, content: '' },
    { ...chain, content: content.replace('"b"', '?b?') },
    { ...chain, content: content.replace(/:\d+:/, ':999999999:') },
    { ...chain, hash: FIRST },
    { ...chain, previous_hash: FIRST },
  ]
  for (const other of others) {
    const { wrong } = await verify([one, { ...two, chain: other }, three])
    assert.ok(wrong.includes(two.id), JSON.stringify(other))
  }
  // Right by themselves, of which one was put where another was.
  const moved = { ...three, chain: { ...(three.chain ?? assert.fail()), place: 2 } }
  assert.deepEqual((await verify([one, moved])).wrong, idsOf(three))
})
