import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person } from '../../model/staff/person.ts'
import { type LenderRole, lenderRoles } from '../../model/staff/roles.ts'
import { decideDisabling, decideRoles, roleFaults } from './rules.ts'

const person = (roles: readonly LenderRole[], more: Partial<Person> = {}): Person => ({
  id: 'a',
  kind: 'lender',
  name: 'Grace',
  email: 'grace@lender.example',
  createdAt: new Date('2026-11-25T09:00:00Z'),
  disabledAt: null,
  issuer: null,
  subject: null,
  roles,
  memberships: [],
  ...more,
})

test('an auditor is nothing else, and an administrator moves no money', () => {
  for (const one of lenderRoles) {
    assert.deepEqual(roleFaults([one]), [], one)
    assert.equal(roleFaults([one, one]).length > 0, true, one)
    for (const other of lenderRoles.filter((each) => each !== one)) {
      const pair = [one, other]
      const isMoney = ['finance', 'risk', 'collections'].some((each) =>
        pair.includes(each as never),
      )
      const refused = pair.includes('auditor') || (pair.includes('admin') && isMoney)
      assert.equal(roleFaults(pair).length > 0, refused, pair.join())
    }
  }
})

test('roles are changed by another, and the last administrator stays one', () => {
  const disabledAt = new Date('2026-11-25T10:00:00Z')
  for (const [actorId, changed, otherAdmins, roles, refused] of [
    ['b', person(['support']), 0, ['risk'], undefined],
    [null, person(['support']), 0, ['risk'], undefined],
    ['a', person(['admin']), 3, ['support'], 'body_invalid'],
    ['b', person(['admin']), 0, ['support'], 'staff_last_admin'],
    ['b', person(['admin']), 1, ['support'], undefined],
    ['b', person(['admin']), 0, ['admin', 'support'], undefined],
    ['b', person(['support'], { disabledAt }), 1, ['risk'], 'staff_disabled'],
    ['b', person([], { kind: 'store' }), 1, ['risk'], 'body_invalid'],
    ['b', person(['support']), 1, ['auditor', 'risk'], 'body_invalid'],
  ] as const) {
    const decided = decideRoles({ actorId, person: changed, otherAdmins }, roles)
    assert.equal(decided.refused, refused, JSON.stringify({ actorId, roles }))
  }
})

test('the last administrator is not disabled', () => {
  const of = (roles: readonly LenderRole[], otherAdmins: number) =>
    decideDisabling({ person: person(roles), otherAdmins }).refused
  assert.equal(of(['admin'], 0), 'staff_last_admin')
  assert.equal(of(['admin'], 1), undefined)
  assert.equal(of(['support'], 0), undefined)
})
