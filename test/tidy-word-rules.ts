/** Which words stand nowhere, comments and prose included. */
import { findText, type Rule } from './tidy-sources.ts'

const unfinished: Rule = {
  name: 'nothing is left to be done later',
  // In comments above all, so they are kept.
  find: (sources) =>
    findText(
      sources,
      () => true,
      /\bTO[D]O\b|\bFIX[M]E\b/g,
      (text) => text,
    ),
}

const people: Rule = {
  name: 'people are "they"',
  // Without a capital He, which is a word in Spanish.
  find: (sources) =>
    findText(
      sources,
      ({ path }) => !path.startsWith('test/tidy'),
      /\b(?:he|him|his|himself|His)\b/g,
      (text) => text,
    ),
}

const PARTICIPLE = '(?:[Tt]old|[Aa]sked|[Kk]ept|[Ff]ound)'
const things: Rule = {
  name: 'what a value is, not what was done to it, names it',
  find: (sources) =>
    findText(
      sources,
      ({ path }) => /\.(?:tsx?|m?js)$/.test(path) && !path.startsWith('test/tidy'),
      new RegExp(
        `\\b(?:const|let|function|type|interface|readonly)\\s+(?:[[{]\\s*)?${PARTICIPLE}\\b` +
          `|[({,]\\s*${PARTICIPLE}\\??\\s*(?:[,:)}=]|$)`,
        'gm',
      ),
    ),
}

export const wordRules = { unfinished, people, things }
