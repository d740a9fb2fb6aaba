/** What is exported is imported somewhere: nothing stays because nobody dares to remove it. */
import { posix } from 'node:path'
import {
  importsOf,
  isCode,
  isForDevelopment,
  lineAt,
  type Rule,
  type Source,
} from './tidy-sources.ts'

/** What leaves its package: all of it may be used by others. */
const ENTRY = /^packages\/[^/]+\/src\/(?:\w+\/)?(?:index|public\.d|frame-messages)\.ts$/
/** The runner of the tests loads it by its path, because its types need those of the DOM. */
const LOADED = 'test/browser/browser.ts'
const DECLARED =
  /^export (?:declare )?(?:async )?(?:type|interface|const|let|function\*?|class) (\w+)/gm
const CLAUSE = /^(?:import|export)\s+(?:type\s+)?([^;'"]*?)\sfrom\s+'(\.[^']+)'/gm
const DYNAMIC = /\bimport\(\s*'(\.[^']+)'/g
const ALL = '*'

/** By file: the names that others import from it. */
function importedNames(sources: readonly Source[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    const add = (specifier: string, name: string) => {
      const target = posix.join(posix.dirname(path), specifier)
      names.set(target, (names.get(target) ?? new Set()).add(name))
    }
    for (const [, clause = '', specifier = ''] of text.matchAll(CLAUSE)) {
      if (clause.includes(ALL)) add(specifier, ALL)
      const listed = clause.slice(clause.indexOf('{') + 1).split(/[,}]/)
      for (const part of listed) add(specifier, part.trim().split(/\s+/).at(isAlias(part)) ?? '')
    }
    for (const [, specifier = ''] of text.matchAll(DYNAMIC)) add(specifier, ALL)
  }
  return names
}

/** Where the exported name stands in `type a`, `a as b` and `type a as b`. */
const isAlias = (part: string): number => (/\sas\s/.test(part) ? -3 : -1)

function isUsedInside(text: string, name: string): boolean {
  const first = text.search(new RegExp(`\\b${name}\\b`))
  return new RegExp(`\\b${name}\\b`).test(text.slice(first + name.length))
}

const isForTests = (source: Source): boolean =>
  isForDevelopment(source) && !source.path.startsWith('tools/')

const exports: Rule = {
  name: 'what is exported is imported, and by more than tests where its own file has no use for it',
  find: (sources) => {
    const code = sources.filter(isCode)
    const byAll = importedNames(code)
    const byProduct = importedNames(code.filter((source) => !isForTests(source)))
    const has = (names: Set<string> | undefined, name: string) =>
      names !== undefined && (names.has(name) || names.has(ALL))
    return code
      .filter(({ path }) => !ENTRY.test(path) && path !== LOADED)
      .flatMap((source) => {
        const { path, text } = source
        return [...text.matchAll(DECLARED)].flatMap(({ index, 1: name = '' }) => {
          if (has(byProduct.get(path), name)) return []
          const isDeveloped = isForDevelopment(source) || isUsedInside(text, name)
          if (isDeveloped && has(byAll.get(path), name)) return []
          return [`${path}:${lineAt(text, index)}: ${name}`]
        })
      })
  },
}

/** Their home is test/fixtures/. */
const fixtures: Rule = {
  name: 'the product imports no fixtures, tools or benchmarks',
  find: (sources) =>
    sources
      .filter((source) => isCode(source) && !isForDevelopment(source))
      .flatMap((source) =>
        importsOf(source)
          .filter(({ target }) => /^(test|tools|bench)\//.test(target))
          .map(({ line, specifier }) => `${source.path}:${line}: imports ${specifier}`),
      ),
}

export const exportRules = { exports, fixtures }
