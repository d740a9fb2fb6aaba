/** Which test files a change can concern: those that import it, over however many files. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative, resolve } from 'node:path'

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g
const PACKAGES = {
  '@svc/api': 'packages/api/src/index.ts',
  '@svc/sdk': 'packages/sdk/src/index.ts',
}
/** It imports every operation, so that all would be related to all. */
const HUB = /^packages\/server\/src\/composition\//
const isTest = (path: string): boolean => path.endsWith('.test.ts')

/**
 * @param changed Paths in the repository. A file that is no module (SQL, CSS) concerns what the
 *   modules of its folder do. An HTTP test imports none of the code that answers it: those named
 *   like the folder of a changed file are related too.
 */
export function relatedTests(root: string, changed: readonly string[]): string[] {
  const sources = globSync('{packages,test,tools,bench}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  })
  const importers = importersOf(root, sources)
  const paths = changed.map((path) => relative(root, resolve(root, path)))
  const queue = paths.flatMap((path) =>
    sources.includes(path) ? [path] : sources.filter((file) => dirname(file) === dirname(path)),
  )
  const seen = new Set(queue)
  for (const path of queue) {
    if (HUB.test(path) && !paths.includes(path)) continue
    for (const importer of importers.get(path) ?? []) {
      if (!seen.has(importer)) queue.push(importer)
      seen.add(importer)
    }
  }
  const folders = new Set(paths.map((path) => basename(dirname(path))))
  const named = sources.filter((path) => {
    const [name = ''] = basename(path).split('.')
    return path.startsWith('test/http/') && isTest(path) && folders.has(name)
  })
  return [...new Set([...[...seen].filter(isTest), ...named])].sort()
}

function importersOf(root: string, sources: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const source of sources) {
    for (const [, specifier = ''] of readFileSync(join(root, source), 'utf8').matchAll(SPECIFIER)) {
      const path = specifier.startsWith('.')
        ? normalize(join(dirname(source), specifier))
        : PACKAGES[specifier as keyof typeof PACKAGES]
      if (path !== undefined) importers.set(path, [...(importers.get(path) ?? []), source])
    }
  }
  return importers
}
