import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../../../../test/desk.ts'
import { countsBackwards, decideCode, decideRemoval, passwordFaults } from './rules.ts'
import { deltaOf, stepAt } from './totp.ts'

const none = { passkeys: 0, password: false, oidc: false, totp: false, recoveryCodes: 10 }

test('codes are those of RFC 6238, appendix B', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    const at = new Date(seconds * 1_000)
    assert.equal(codeOf(secret, at), code)
    assert.equal(deltaOf(secret, code, at), 0)
    assert.equal(deltaOf(secret, ` ${code.slice(0, 3)} ${code.slice(3)}`, at), 0)
  }
  const at = new Date(59_000)
  for (const code of ['', '28708', '2870820', 'abcdef', '２８７０８２', '287083']) {
    assert.equal(deltaOf(secret, code, at), null, code)
  }
})

test('a code counts once, one step early or late', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const now = new Date('2026-11-25T09:00:00Z')
  const step = stepAt(now)
  for (const [steps, lastStep, plan] of [
    [0, step - 1, step],
    [0, step, undefined],
    [1, step, step + 1],
    [-1, step - 2, step - 1],
    [-1, step - 1, undefined],
    [2, 0, undefined],
    [-2, 0, undefined],
  ] as const) {
    const code = codeOf(secret, now.getTime() + steps * 30_000)
    const delta = deltaOf(secret, code, now)
    const decided = decideCode({ delta, step, lastStep })
    const taken = 'plan' in decided ? decided.plan : undefined
    assert.equal(taken, plan, `${steps} ${lastStep}`)
  }
})

test('an authenticator that counts never counts backwards', () => {
  for (const [known, sent, backwards] of [
    [0, 0, false],
    [0, 1, false],
    [5, 6, false],
    [5, 5, true],
    [5, 4, true],
    [5, 0, true],
  ] as const) {
    assert.equal(countsBackwards(known, sent), backwards, `${known} ${sent}`)
  }
})

test('the last way to sign in stays', () => {
  for (const [left, allowed] of [
    [none, false],
    [{ ...none, passkeys: 1 }, true],
    [{ ...none, password: true }, false],
    [{ ...none, totp: true }, false],
    [{ ...none, password: true, totp: true }, true],
    [{ ...none, oidc: true }, false],
    [{ ...none, oidc: true, totp: true }, true],
  ] as const) {
    assert.equal(decideRemoval(left).refused === undefined, allowed)
  }
})

test('a password is not common, not of few characters, not of the person’s own words', () => {
  const person = { name: 'Ada Lovelace-Byron', email: 'countess@analytical.example' }
  const isCommon = (password: string) => password === 'passwordpassword'
  for (const [password, count] of [
    ['correct horse battery', 0],
    ['PasswordPassword', 1],
    ['ababababababab', 1],
    ['i am lovelace myself', 1],
    ['BYRON wrote verses', 1],
    ['the countess waits', 1],
    ['analytical engines', 1],
    ['ada is short enough', 0],
    ['ｌｏｖｅｌａｃｅ is wide', 1],
  ] as const) {
    assert.equal(passwordFaults(password, person, isCommon).length, count, password)
  }
})
