// Who may do what, as the matrix of the description has it: typed from there, not from the code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lenderScopes } from '@svc/api'
import {
  type Grant,
  grantOf,
  type Holder,
  lenderRoles,
  type Permission,
  permissions,
  permissionsOf,
  permissionsOfScopes,
  scopeFor,
  storeRoles,
} from './roles.ts'

/**
 * By permission, in the order of the columns: support, collections, risk, finance, admin, auditor;
 * store's owner, operator, viewer; a lender's key. `●` may, `②` asks, `·` neither.
 */
const MATRIX: Readonly<Record<Permission, string>> = {
  'own:read': '● | ● | ● | ● | ● | ● | ● | ● | ● | ●',
  'people:read': '● | ● | ● | ● | · | ● | own store | own store | own store | ●',
  'people:reveal': '● | ● | ● | · | · | ● | · | · | · | ●',
  'loans:read': '● | ● | ● | ● | ● | ● | own store | own store | own store | ●',
  'messages:send': '● | · | · | · | ● | · | ● | ● | · | ●',
  'webhooks:write': '· | · | · | · | ● | · | · | · | · | ●',
  'notes:write': '● | ● | ● | ● | · | · | · | · | · | ●',
  'orders:write': '· | · | · | · | · | · | ● | ● | · | ·',
  'payments:write':
    '· | ● to 500.00, then ② | · | ● to 2000.00, then ② | · | · | · | · | · | ● to 500.00, then ②',
  'charge_backs:write': '· | ② | · | ● to 500.00, then ② | · | · | · | · | · | ●',
  'repayments:write': '● | ● | · | ● | · | · | · | · | · | ●',
  'waivers:write': '● to 20.00 a loan, then ② | ● to 50.00, then ② | · | ② | · | · | · | · | · | ·',
  'credit_returns:write': '· | · | · | ② | · | · | · | · | · | ②',
  'pauses:write': '● | ● | ● | · | · | · | · | · | · | ·',
  'hardship:write': '· | ② | ② | · | · | · | · | · | · | ·',
  'write_offs:write': '· | ② | · | ② | · | · | · | · | · | ·',
  'decisions:read': '· | · | ● | · | · | ● | outcome | outcome | outcome | ●',
  'decisions:review': '· | · | ● to 2000.00, then ② | · | · | · | · | · | · | ·',
  'policies:write': '· | · | ② | · | · | · | · | · | · | ·',
  'people:block': '· | · | ● | · | · | · | · | · | · | ●',
  'people:unblock': '· | · | ② | · | · | · | · | · | · | ·',
  'people:merge': '· | · | ② | · | · | · | · | · | · | ·',
  'people:erase': '· | · | ② | · | · | · | · | · | · | ·',
  'stores:read': '● | ● | ● | ● | ● | ● | · | · | · | ●',
  'stores:create': '· | · | · | · | ● | · | · | · | · | ●',
  'stores:activate': '· | · | · | · | ② | · | · | · | · | ②',
  'stores:suspend': '· | · | ● | · | ● | · | · | · | · | ●',
  'stores:resume': '· | · | ② | · | ② | · | · | · | · | ·',
  'terms:write': '· | · | ② | ② | · | · | ② | · | · | ②',
  'settings:write': '· | · | · | · | · | · | ● | webhooks | · | ·',
  'bank_accounts:write': '· | · | · | ② | · | · | ② | · | · | ·',
  'payouts:read': '· | · | ● | ● | · | ● | · | · | · | ●',
  'payouts:hold': '· | · | ● | ● | · | · | · | · | · | ●',
  'payouts:release': '· | · | · | ② | · | · | · | · | · | ·',
  'ledger:read': '· | · | ● | ● | · | ● | own store | own store | own store | ●',
  'closings:write': '· | · | · | ● | · | · | · | · | · | ·',
  'ledger:write': '· | · | · | ② | · | · | · | · | · | ·',
  'exports:write':
    '· | ● to 1000 rows | ● to 1000 rows | ● to 1000 rows | · | ● to 1000 rows | ' +
    'own store | own store | own store | ● to 1000 rows',
  'actions:read': 'own | own | own | own | ● | ● | own store | own | · | ●',
  'staff:read': '· | · | · | · | ● | ● | · | · | · | ·',
  'staff:write': '· | · | · | · | ② | · | own store | · | · | ·',
  'staff:end': '· | · | · | · | ● | · | own store | · | · | ·',
  'lender_keys:write': '· | · | · | · | ② | · | · | · | · | ·',
  'store_keys:write': '· | · | · | · | · | · | ● | · | · | ·',
  'jobs:read': '● | ● | ● | ● | ● | ● | · | · | · | ●',
  'jobs:write': '· | · | · | · | ● | · | · | · | · | ·',
  'approval_policy:write': '· | · | · | · | ② | · | · | · | · | ·',
}
const HOLDERS: readonly Holder[] = [...lenderRoles, ...storeRoles, 'lender_key']
const REACHES: Readonly<Record<string, Grant['reach']>> = {
  own: 'own',
  'own store': 'own_store',
  outcome: 'outcome',
  webhooks: 'webhooks',
}

/** `● to 500.00, then ②` as a grant. */
function grantIn(cell: string): Grant | undefined {
  if (cell === '·') return undefined
  if (cell === '●') return { power: 'may' }
  if (cell === '②') return { power: 'asks' }
  const reach = REACHES[cell]
  if (reach !== undefined) return { power: 'may', reach }
  const [, amount = '', more = ''] = /^● to ([\d.]+)(.*)$/.exec(cell) ?? []
  if (more === ' rows') return { power: 'may', limit: { most: Number(amount), of: 'rows' } }
  const of = more.startsWith(' a loan') ? 'cents_a_loan' : 'cents'
  return { power: 'may', limit: { most: Math.round(Number(amount) * 100), of } }
}

test('each role, and a key, has the permissions of the matrix, and no others', () => {
  let cells = 0
  assert.deepEqual([...permissions].sort(), Object.keys(MATRIX).sort())
  for (const permission of permissions) {
    const row = MATRIX[permission].split('|').map((cell) => cell.trim())
    assert.equal(row.length, HOLDERS.length, permission)
    for (const [index, holder] of HOLDERS.entries()) {
      const expected = grantIn(row[index] ?? '')
      assert.deepEqual(grantOf(holder, permission), expected, `${holder} ${permission}`)
      assert.equal(permissionsOf([holder]).has(permission), expected !== undefined)
      cells++
    }
  }
  assert.equal(cells, permissions.length * 10)
})

test('several roles have what each of them has', () => {
  const both = permissionsOf(['support', 'risk'])
  assert.deepEqual(both, permissionsOf(['support']).union(permissionsOf(['risk'])))
  assert.ok(both.has('messages:send') && both.has('policies:write'))
  assert.deepEqual(permissionsOf([]), new Set())
})

/** What each scope opens, by the rows that it stands for. */
const OPENED: Readonly<Record<string, readonly Permission[]>> = {
  'people:read': ['people:read'],
  'people:reveal': ['people:reveal'],
  'loans:read': ['loans:read'],
  'loans:write': [
    'payments:write',
    'charge_backs:write',
    'repayments:write',
    'credit_returns:write',
  ],
  'decisions:read': ['decisions:read'],
  'risk:write': ['people:block'],
  'stores:read': ['stores:read'],
  'stores:write': ['stores:create', 'stores:activate', 'stores:suspend'],
  'terms:write': ['terms:write'],
  'payouts:read': ['payouts:read'],
  'payouts:hold': ['payouts:hold'],
  'ledger:read': ['ledger:read'],
  'exports:write': ['exports:write'],
  'audit:read': ['actions:read'],
  'jobs:read': ['jobs:read'],
  'notes:write': ['notes:write'],
  'webhooks:write': ['messages:send', 'webhooks:write'],
}

test('a scope grants the rows that it represents, and all scopes everything a key can', () => {
  for (const scope of lenderScopes) {
    const expected = new Set<Permission>(['own:read', ...(OPENED[scope] ?? [])])
    assert.deepEqual(permissionsOfScopes([scope]), expected, scope)
    for (const each of OPENED[scope] ?? []) assert.equal(scopeFor(each), scope)
  }
  assert.deepEqual(permissionsOfScopes(lenderScopes), permissionsOf(['lender_key']))
  for (const permission of ['staff:write', 'lender_keys:write', 'decisions:review'] as const) {
    assert.equal(scopeFor(permission), undefined)
  }
})
