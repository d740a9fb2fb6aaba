/** What may stand in which file: SQL, time, chance, arithmetic, and how long and named how. */
import { basename } from 'node:path'
import {
  findText,
  isCode,
  isForDevelopment,
  isOperation,
  isRoutes,
  isStore,
  isTest,
  lineAt,
  type Rule,
  type Source,
  verticalOf,
  withoutComments,
} from './tidy-sources.ts'

const SERVER = 'packages/server/src/'
const LINE_CHARACTERS_MAX = 100
const FUNCTION_LINES_MAX = 70
const GENERATED = new RegExp(
  [
    /(^|\/)package-lock\.json$/,
    /^docs\/reference\//,
    /^deploy\/grafana\//,
    /\/database\/tables\.ts$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** A text that begins as a statement does. */
const SQL = new RegExp(
  [
    /select\s/,
    /insert\s+into\s/,
    /update\s+[^'"`]{1,80}?\sset\s/,
    /delete\s+from\s/,
    /with\s+(?:recursive\s+)?\w+(?:\s*\([^)]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/,
  ]
    .map(({ source }) => `['"\`]\\s*${source}`)
    .join('|'),
  'gi',
)

/** A function that reads a text from outside, by its name and its first parameter. */
const READER = new RegExp(
  [
    /export function ((?:parse|read|mask|negotiate|split)\w*)/,
    /\(\s*(?:text|given|header|search|target|bytes)\??:/,
  ]
    .map(({ source }) => source)
    .join(''),
  'g',
)
const LINEAR_TEST = 'test/linear.test.ts'
/** What only an operator writes, on the command line, in a setting or in a file of theirs. */
const OF_OPERATORS = [
  ...['parseKeyRing', 'parseDecimal', 'parseFractions', 'parseDrain'],
  ...['readDatabaseSettings', 'readSecretKeys', 'readRates'],
]

const linear: Rule = {
  name: `a reader of texts is tried in ${LINEAR_TEST}, one of operators' texts is in OF_OPERATORS`,
  find(sources) {
    const tried = sources.find(({ path }) => path === LINEAR_TEST)?.text ?? ''
    const isTried = (name: string) => new RegExp(`\\b${name}\\b`).test(tried)
    return sources
      .filter((source) => source.path.startsWith(SERVER) && isCode(source))
      .filter((source) => !isForDevelopment(source))
      .flatMap(({ path, text }) =>
        [...text.matchAll(READER)]
          .filter(([, name = '']) => !OF_OPERATORS.includes(name) && !isTried(name))
          .map(({ index, 1: name }) => `${path}:${lineAt(text, index)}: ${name}`),
      )
  },
}

const sql: Rule = {
  name: 'SQL is written in stores, the database folder, the engine of lists and the audit only',
  find: (sources) =>
    findText(
      sources,
      (source) =>
        isCode(source) &&
        !isForDevelopment(source) &&
        !isStore(source.path) &&
        !source.path.startsWith(`${SERVER}platform/database/`) &&
        !/platform\/filters\/(list-page|tallied)\.ts$/.test(source.path) &&
        !source.path.startsWith(`${SERVER}audit/`),
      SQL,
    ),
}

const lines: Rule = {
  name: `a line has at most ${LINE_CHARACTERS_MAX} characters`,
  find: (sources) =>
    sources
      .filter(({ path }) => /\.(tsx?|mjs|js|json|css|yml|yaml|sh)$/.test(path))
      .filter(({ path }) => !GENERATED.test(path))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index) => {
          // Characters, not the two halves that some of them are stored as.
          const length = [...line].length
          const fault = `${path}:${index + 1}: ${length} characters`
          // An import of one name has no place to be broken at.
          const isWhole = /^import \{ \w+ \} from '/.test(line)
          return length > LINE_CHARACTERS_MAX && !isWhole ? [fault] : []
        }),
      ),
}

function linesMax(source: Source): number {
  if (isTest(source)) return 600
  if (isRoutes(source)) return 150
  return isOperation(source) ? 100 : 300
}

const files: Rule = {
  name: 'routes have at most 150 lines, operations 100, tests 600, other files 300',
  find: (sources) =>
    sources
      .filter((source) => isCode(source) && !GENERATED.test(source.path))
      .flatMap((source) => {
        const count = source.text.trimEnd().split('\n').length
        const max = linesMax(source)
        return count > max ? [`${source.path}: ${count} lines, at most ${max}`] : []
      }),
}

/** The formatter closes a function on a line of its own, indented as the line that opens it. */
const functions: Rule = {
  name: `a function has at most ${FUNCTION_LINES_MAX} lines`,
  find: (sources) =>
    sources.filter(isCode).flatMap(({ path, text }) => {
      const all = text.split('\n')
      return all.flatMap((line, start) => {
        const opened = /^(\s*)(?:export )?(?:default )?(?:async )?function\b.*/.exec(line)
        if (opened === null || line.endsWith('}')) return []
        const end = all.indexOf(`${opened[1]}}`, start)
        const count = end - start + 1
        return count > FUNCTION_LINES_MAX ? [`${path}:${start + 1}: ${count} lines`] : []
      })
    }),
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(tsx?|mjs|sql)$/
const NAME_OF_NOTHING = /manager|helper|utils?(?![a-z])/

const names: Rule = {
  name: 'a file is named in kebab-case and after what it is',
  find: (sources) =>
    sources
      .filter(({ path }) => /^(packages|test|tools|bench|examples)\//.test(path))
      .map(({ path }) => path)
      .filter((path) => /\.(ts|mjs|sql)$/.test(path))
      .filter((path) => !NAME.test(basename(path)) || NAME_OF_NOTHING.test(basename(path)))
      .map((path) => `${path}: name`),
}

const environment: Rule = {
  name: 'the environment is read where the program starts',
  find: (sources) => {
    const allowed = new Set(
      ['main.ts', 'cli.ts', 'ready.ts', 'composition/settings.ts'].map((name) => SERVER + name),
    )
    return findText(
      sources,
      (source) => isCode(source) && !isForDevelopment(source) && !allowed.has(source.path),
      /\bprocess\.env\b/g,
    )
  },
}

const chance: Rule = {
  name: 'time and chance come from the clock and the ids',
  find: (sources) => {
    const clocks = ['platform/time/clock.ts', 'platform/ids.ts'].map((name) => SERVER + name)
    const allowed = new Set([...clocks, 'packages/desk/src/client/clock.ts'])
    return findText(
      sources,
      (source) =>
        isCode(source) &&
        !isForDevelopment(source) &&
        !allowed.has(source.path) &&
        // A store's receiver has no clock but its machine's; the service names its own time.
        !source.path.startsWith('packages/api/src/webhooks/') &&
        !source.path.startsWith(`${SERVER}platform/http/`) &&
        !source.path.startsWith(`${SERVER}composition/gate/`),
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b/g,
    )
  },
}

/** Money is divided and rounded in one place, which does it exactly. */
const arithmetic: Rule = {
  name: 'rules, operations and views neither divide nor round',
  find: (sources) =>
    findText(
      sources,
      (source) =>
        !isTest(source) &&
        verticalOf(source.path) !== undefined &&
        (/^(rules|view)\.ts$/.test(basename(source.path)) || isOperation(source)),
      / \/=? |\bMath\.round\b|\btoFixed\b/g,
      (text) => withoutComments(text).replace(/'[^'\n]*'/g, "''"),
    ),
}

const compatibility: Rule = {
  name: 'a migration begins with the level of code that can work with it: -- compatible-from: N',
  find: (sources) =>
    sources.flatMap(({ path, text }) => {
      const number = Number(/\/migrations\/(\d{4})-[^/]*\.sql$/.exec(path)?.[1] ?? 0)
      if (number === 0) return []
      const level = Number(/^-- compatible-from: ([0-9]{1,4})\n/.exec(text)?.[1] ?? 0)
      return level >= 1 && level <= number ? [] : [`${path}:1: 1 to ${number}`]
    }),
}

const focused: Rule = {
  name: 'no test keeps the others from running',
  find: (sources) =>
    findText(sources, isTest, /\b(?:test|it|describe|suite)\.only\(|\bonly: true/g),
}

const erasable: Rule = {
  name: 'no enum',
  find: (sources) =>
    findText(sources, isCode, /^[ \t]*(?:export )?(?:declare )?(?:const )?enum\s+\w+/gm),
}

const defaults: Rule = {
  name: 'no default export in packages',
  find: (sources) =>
    findText(
      sources,
      (source) => isCode(source) && source.path.startsWith('packages/'),
      /^export default\b|^export \{[^}]*\bas default\b/gm,
    ),
}

const testNames: Rule = {
  name: 'the names of tests are unique within a file',
  find: (sources) =>
    sources.filter(isTest).flatMap(({ path, text }) => {
      const code = withoutComments(text)
      const seen = new Set<string>()
      return [...code.matchAll(/\b(?:test|it)\(\s*(['"`])(.*?)\1\s*,/g)].flatMap((match) => {
        const name = match[2] ?? ''
        // A name with a value in it is made anew for every value.
        if (name.includes('$' + '{')) return []
        const twice = seen.has(name)
        seen.add(name)
        return twice ? [`${path}:${lineAt(code, match.index)}: ${name}`] : []
      })
    }),
}

export const textRules = {
  sql,
  linear,
  lines,
  files,
  functions,
  names,
  environment,
  chance,
  arithmetic,
  compatibility,
  focused,
  erasable,
  defaults,
  testNames,
}
