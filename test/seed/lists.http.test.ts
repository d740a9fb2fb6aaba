// The rows about filters: every lookup, on orders of its own.
import assert from 'node:assert/strict'
import { checkoutBody, clientOf, newMid, reaches } from '../running-server.ts'
import { type Proof, proofs } from './proof.ts'

const prove = proofs()

let groups = 0

/**
 * Three confirmed orders whose ids begin alike: `…-Alpha`, `…-beta`, `…-Gámma`, over 100.00, 200.00
 * and 300.00.
 */
async function threeOrders({ server }: Proof): Promise<{ group: string; mids: string[] }> {
  const client = clientOf(server)
  const group = `${newMid()}-${++groups}`
  const mids = ['Alpha', 'beta', 'Gámma'].map((name) => `${group}-${name}`)
  for (const [index, mid] of mids.entries()) {
    const customer = { email: `${group}@example.com` }
    const body = checkoutBody(mid, (index + 1) * 10_000, { customer })
    const created = await client('POST', '/checkout', body)
    assert.equal(created.status, 201, created.text)
    await client('POST', `/sandbox/checkouts/${created.body.id}/complete`, {})
    await reaches(client, created.body.id, '')
  }
  return { group, mids }
}

/** Which of the three a filter finds, by the last part of their ids, oldest first. */
async function found(proof: Proof, filter: (group: string, mids: string[]) => string) {
  const { group, mids } = await threeOrders(proof)
  const all = `account-email=${group}@example.com&ordering=total_amount`
  const { status, body, text } = await proof.client('GET', `/orders?${all}&${filter(group, mids)}`)
  assert.equal(status, 200, text)
  assert.equal(body.paging.count, body.results.length)
  return body.results.map(({ mid }: { mid: string }) => mid.slice(group.length + 1))
}

const both = async (
  proof: Proof,
  filter: (group: string, mids: string[]) => string,
  names: readonly string[],
): Promise<void> => assert.deepEqual(await found(proof, filter), names)

prove('Text lookups', 'exact', async (proof) => {
  await both(proof, (group) => `mid-exact=${group}-Alpha`, ['Alpha'])
  await both(proof, (group) => `mid=${group}-Alpha`, ['Alpha'])
  await both(proof, (group) => `mid=${group}-alpha`, [])
})
prove('Text lookups', 'iexact', (proof) =>
  both(proof, (group) => `mid-iexact=${group.toUpperCase()}-ALPHA`, ['Alpha']),
)
prove('Text lookups', 'regex', async (proof) => {
  await both(proof, () => 'mid-regex=-(Al|be)', ['Alpha', 'beta'])
  await both(proof, () => 'mid-regex=-(al|BE)', [])
})
prove('Text lookups', 'iregex', (proof) =>
  both(proof, () => 'mid-iregex=-(al|BE)[a-z]%2B$', ['Alpha', 'beta']),
)
prove('Text lookups', 'contains', async (proof) => {
  await both(proof, () => 'mid-contains=-Alp', ['Alpha'])
  await both(proof, () => 'mid-contains=-alp', [])
  await both(proof, () => 'mid-contains=%25', [])
})
prove('Text lookups', 'icontains', (proof) => both(proof, () => 'mid-icontains=ALPH', ['Alpha']))
prove('Text lookups', 'startswith', async (proof) => {
  await both(proof, (group) => `mid-startswith=${group}-b`, ['beta'])
  await both(proof, (group) => `mid-startswith=${group}-B`, [])
})
prove('Text lookups', 'istartswith', (proof) =>
  both(proof, (group) => `mid-istartswith=${group}-B`, ['beta']),
)
prove('Text lookups', 'endswith', async (proof) => {
  await both(proof, () => 'mid-endswith=eta', ['beta'])
  await both(proof, () => 'mid-endswith=ETA', [])
})
prove('Text lookups', 'iendswith', (proof) => both(proof, () => 'mid-iendswith=ETA', ['beta']))
prove('Text lookups', 'in', (proof) =>
  both(proof, (_, mids) => `mid-in=${mids[0]},none,${encodeURIComponent(mids[2] ?? '')}`, [
    'Alpha',
    'Gámma',
  ]),
)
prove('Text lookups', 'search', async (proof) => {
  await both(proof, () => 'mid-search=gamma', ['Gámma'])
  await both(proof, (group) => `mid-search=ALPHA ${group}`, ['Alpha'])
})

/** A part of the present in the store's time zone finds all three, another one none. */
async function calendar(proof: Proof, lookup: string, options: Intl.DateTimeFormatOptions) {
  const part = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', ...options })
  const now = () => part.format(new Date()).replace(/^0(?=\d)/, '')
  const before = now()
  const names = await found(proof, () => `confirmed-${lookup}=${before}`)
  if (now() === before) assert.deepEqual(names, ['Alpha', 'beta', 'Gámma'])
  const others = {
    year: '1999',
    month: before === '1' ? '2' : '1',
    day: before === '1' ? '2' : '1',
  }
  const other = { ...others, hour: before === '1' ? '2' : '1' }[lookup]
  const weekday = before.toLowerCase() === 'monday' ? 'tuesday' : 'MONDAY'
  await both(proof, () => `confirmed-${lookup}=${other ?? weekday}`, [])
}

prove('Date lookups', 'year', (proof) => calendar(proof, 'year', { year: 'numeric' }))
prove('Date lookups', 'month', (proof) => calendar(proof, 'month', { month: 'numeric' }))
prove('Date lookups', 'week_day', (proof) => calendar(proof, 'week_day', { weekday: 'long' }))
prove('Date lookups', 'day', (proof) => calendar(proof, 'day', { day: 'numeric' }))
prove('Date lookups', 'hour', (proof) =>
  calendar(proof, 'hour', { hour: 'numeric', hourCycle: 'h23' }),
)

const all = ['Alpha', 'beta', 'Gámma']
prove('Other lookups', 'isnull', async (proof) => {
  await both(proof, () => 'cancelled-isnull=yes', all)
  await both(proof, () => 'cancelled-isnull=no', [])
})
prove('Other lookups', 'gt', async (proof) => {
  await both(proof, () => 'total_amount-gt=10000', ['beta', 'Gámma'])
  await both(proof, () => 'confirmed-gt=2000-01-01', all)
})
prove('Other lookups', 'gte', async (proof) => {
  await both(proof, () => 'total_amount-gte=20000', ['beta', 'Gámma'])
  await both(proof, () => 'confirmed-gte=2999-01-01', [])
})
prove('Other lookups', 'lt', async (proof) => {
  await both(proof, () => 'total_amount-lt=20000', ['Alpha'])
  await both(proof, () => 'confirmed-lt=2000-01-01T00:00:00Z', [])
})
prove('Other lookups', 'lte', async (proof) => {
  await both(proof, () => 'total_amount-lte=20000', ['Alpha', 'beta'])
  await both(proof, () => 'confirmed-lte=2999-12-31', all)
})
prove('Other lookups', 'exact of numbers and dates', async (proof) => {
  await both(proof, () => 'total_amount=20000', ['beta'])
  await both(proof, () => 'total_amount-exact=30000', ['Gámma'])
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(new Date())
  await both(proof, () => `confirmed=${today}`, all)
})
