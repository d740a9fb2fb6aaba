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
async function midsOf(proof: Proof, filter: (group: string, mids: string[]) => string) {
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
): Promise<void> => assert.deepEqual(await midsOf(proof, filter), names)

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

/** So many days ago a part was another than it is now, or will be in a moment. */
const DAYS_AGO = { year: 800, month: 120, week_day: 3, day: 10, hour: 0.5 }

/** A part of the present in the store's time zone finds all three, an earlier one none. */
async function calendar(
  proof: Proof,
  lookup: keyof typeof DAYS_AGO,
  options: Intl.DateTimeFormatOptions,
) {
  const part = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', ...options })
  const partOf = (at: number) => part.format(at).replace(/^0(?=\d)/, '')
  const before = partOf(Date.now())
  const names = await midsOf(proof, () => `confirmed-${lookup}=${before}`)
  if (partOf(Date.now()) === before) assert.deepEqual(names, ['Alpha', 'beta', 'Gámma'])
  const earlier = partOf(Date.now() - DAYS_AGO[lookup] * 86_400_000)
  await both(proof, () => `confirmed-${lookup}=${earlier}`, [])
}

/**
 * When the buyers last signed in: at ends of months and of a year, and on both days on which clocks
 * in Madrid change. In UTC each lies in another hour, most on another day.
 */
const moments = {
  leap: '2024-02-29T23:30:00Z',
  newYear: '2025-12-31T23:30:00Z',
  beforeSpring: '2026-03-29T00:30:00Z',
  afterSpring: '2026-03-29T01:30:00Z',
  firstOfTwo: '2026-10-25T00:30:00Z',
  secondOfTwo: '2026-10-25T01:30:00Z',
  endOfLongDay: '2026-10-25T22:59:59Z',
  dayAfter: '2026-10-25T23:00:00Z',
  formerCentury: '1850-01-01T00:14:44Z',
}
type Moment = keyof typeof moments

let signedIn: Promise<string> | undefined

/** An order for each of the moments, once for all rows; answers what they share in their names. */
function ordersAtMoments({ server }: Proof): Promise<string> {
  const make = async () => {
    const client = clientOf(server)
    const group = `${newMid()}-moments`
    for (const [name, lastLogin] of Object.entries(moments)) {
      const customer = { email: `${group}@example.com`, last_login: lastLogin }
      const body = checkoutBody(`${group}-${name}`, 10_000, { customer })
      const created = await client('POST', '/checkout', body)
      assert.equal(created.status, 201, created.text)
      const signed = await client('POST', `/sandbox/checkouts/${created.body.id}/complete`, {})
      assert.equal(signed.status, 200, signed.text)
      await reaches(client, created.body.id, '')
    }
    return group
  }
  signedIn ??= make()
  return signedIn
}

/** What the filter finds among them, whatever the order. */
async function at(proof: Proof, filter: string, names: readonly Moment[]): Promise<void> {
  const group = await ordersAtMoments(proof)
  const path = `/orders?account-email=${group}@example.com&account-last_login${filter}`
  const { status, body, text } = await proof.client('GET', path)
  assert.equal(status, 200, text)
  const midsOf = body.results.map(({ mid }: { mid: string }) => mid.slice(group.length + 1))
  assert.deepEqual(midsOf.sort(), [...names].sort(), filter)
}

prove('Date lookups', 'year', async (proof) => {
  await calendar(proof, 'year', { year: 'numeric' })
  await at(proof, '-year=2024', ['leap'])
  await at(proof, '-year=2025', [])
  await at(proof, '-year=1850', ['formerCentury'])
})
prove('Date lookups', 'month', async (proof) => {
  await calendar(proof, 'month', { month: 'numeric' })
  await at(proof, '-month=2', [])
  await at(proof, '-month=3', ['leap', 'beforeSpring', 'afterSpring'])
  await at(proof, '-month=12', [])
  await at(proof, '-month=1', ['newYear', 'formerCentury'])
})
prove('Date lookups', 'week_day', async (proof) => {
  await calendar(proof, 'week_day', { weekday: 'long' })
  const sundays = ['beforeSpring', 'afterSpring', 'firstOfTwo', 'secondOfTwo', 'endOfLongDay']
  await at(proof, '-week_day=sunday', sundays as Moment[])
  await at(proof, '-week_day=monday', ['dayAfter'])
  await at(proof, '-week_day=Friday', ['leap'])
})
prove('Date lookups', 'day', async (proof) => {
  await calendar(proof, 'day', { day: 'numeric' })
  await at(proof, '-day=1', ['leap', 'newYear', 'formerCentury'])
  await at(proof, '-day=25', ['firstOfTwo', 'secondOfTwo', 'endOfLongDay'])
  await at(proof, '-day=31', [])
})
prove('Date lookups', 'hour', async (proof) => {
  await calendar(proof, 'hour', { hour: 'numeric', hourCycle: 'h23' })
  await at(proof, '-hour=1', ['beforeSpring'])
  await at(proof, '-hour=2', ['firstOfTwo', 'secondOfTwo'])
  await at(proof, '-hour=3', ['afterSpring'])
  await at(proof, '-hour=0', ['leap', 'newYear', 'dayAfter', 'formerCentury'])
})

const all = ['Alpha', 'beta', 'Gámma']
prove('Other lookups', 'isnull', async (proof) => {
  await both(proof, () => 'cancelled-isnull=yes', all)
  await both(proof, () => 'cancelled-isnull=no', [])
  const { group, mids } = await threeOrders(proof)
  const cancelled = await proof.client('POST', `/orders/${mids[1]}/cancel`)
  assert.equal(cancelled.status, 204, cancelled.text)
  for (const [value, places] of [
    ['yes', [0, 2]],
    ['no', [1]],
  ] as const) {
    const query = `account-email=${group}@example.com&ordering=total_amount`
    const { body } = await proof.client('GET', `/orders?${query}&cancelled-isnull=${value}`)
    assert.deepEqual(
      body.results.map(({ mid }: { mid: string }) => mid),
      places.map((place) => mids[place]),
      value,
    )
  }
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
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' })
  const today = days.format(Date.now())
  const names = await midsOf(proof, () => `confirmed=${today}`)
  if (days.format(Date.now()) === today) assert.deepEqual(names, all)
  // A date stands for its whole day: 25 hours in October, and from the moment at which it began.
  await at(proof, '=2026-10-25', ['firstOfTwo', 'secondOfTwo', 'endOfLongDay'])
  await at(proof, '=2026-03-29', ['beforeSpring', 'afterSpring'])
  await at(proof, '=2024-02-29', [])
  await at(proof, '=1850-01-01', ['formerCentury'])
  await at(proof, '-gt=2026-10-25', ['dayAfter'])
  await at(proof, '-lt=1850-01-01', [])
})
