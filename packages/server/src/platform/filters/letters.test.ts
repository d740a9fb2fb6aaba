import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold } from './letters.ts'

/** What `expression` means, read by another engine: PostgreSQL's own is asked in the db tests. */
const finds = (expression: string, text: string): boolean => {
  const unescaped = expression.replace(/\\([^\w^$\\.*+?()[\]{}|/])/g, '$1')
  return new RegExp(`^(?:${unescaped})$`, 'su').test(text)
}

const everyLetter = (): string[] => {
  const letters: string[] = []
  for (let code = 0x20; code < 0x20000; code++) {
    if (code < 0xd800 || code > 0xdfff) letters.push(String.fromCodePoint(code))
  }
  return letters
}

test('a letter has the cases that Unicode gives it, and no others', () => {
  const all = everyLetter()
    .filter((each) => /\p{L}|\p{Nl}|\p{So}|\p{Mn}/u.test(each))
    .join('')
  const seen = all.match(/[\p{Lu}\p{Lt}\p{Ll}]/gu) ?? []
  for (const letter of seen.filter((_, index) => index % 13 === 0)) {
    const expected = all.match(new RegExp(letter, 'giu')) ?? []
    const { expression } = fold(letter, true)
    const matches = new Set(expression.replace(/[[\]]/g, ''))
    assert.deepEqual([...matches].sort(), expected.sort(), letter)
  }
})

const cases: readonly (readonly [text: string, ascii: string | undefined, beyond: boolean])[] = [
  ['Ada', 'ada', false],
  ['KIOSK', 'kiosk', true],
  ['\u212a', 'k', true],
  ['ñandú', undefined, true],
  ['a_b%c', 'a_b%c', false],
  ['', '', false],
]
for (const [text, ascii, beyond] of cases) {
  test(`${JSON.stringify(text)} is looked for among ASCII letters as ${ascii}`, () => {
    const folded = fold(text, true)
    assert.deepEqual([folded.ascii, folded.beyond], [ascii, beyond])
  })
}

const accents: readonly (readonly [word: string, text: string, matches: boolean])[] = [
  ['garcia', 'GARCÍA', true],
  ['garcía', 'Garcia', true],
  ['garcía', 'garcia\u0301', true],
  ['Å', 'a', true],
  ['\u212b', 'å', true],
  ['o', 'ø', false],
  ['ss', 'ß', false],
  ['ß', 'ẞ', true],
  ['가', '가', true],
  ['가', '\u1100', false],
  ['σ', 'ς', true],
  ['ώ', 'Ω', true],
]
for (const [word, text, matches] of accents) {
  test(`searching for ${word} ${matches ? 'finds' : 'does not find'} ${text}`, () => {
    assert.equal(finds(fold(word, false).expression, text), matches)
  })
}

test('every character is literal, including special characters of the dialect', () => {
  for (const letter of everyLetter().filter((_, index) => index < 300 || index % 97 === 0)) {
    assert.ok(finds(fold(letter, true).expression, letter), letter)
    if (!/\p{M}/u.test(letter)) {
      assert.ok(finds(fold(letter, false).expression, letter.normalize('NFC')), letter)
    }
  }
})

test('accents and case do not change what a search finds', () => {
  const words = fc.stringMatching(/^[a-zA-ZáéíóúñçÁÉÍÓÚÑÇüÜ0-9.@_%-]{1,12}$/)
  fc.assert(
    fc.property(words, (word) => {
      const plain = word.normalize('NFD').replace(/\p{Mn}/gu, '')
      assert.ok(finds(fold(plain, false).expression, word))
      assert.ok(finds(fold(word, false).expression, plain.toUpperCase()))
      assert.equal(fold(word, false).ascii, plain.toLowerCase())
    }),
  )
})
