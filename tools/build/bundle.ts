/**
 * The service as a few JavaScript files (decision 0094): each start takes a quarter of the
 * processor time, and three fifths of the memory, of the TypeScript sources.
 */
import { dirname, join, relative, sep } from 'node:path'
import { type Plugin, type RolldownBuild, rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const OWN = /[\\/](packages|examples)[\\/].*\.ts$/
const THREAD = /new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g

/** PGlite reads files in its folder; optional packages that are not installed are left out. */
const OUTSIDE = [/^@electric-sql\/pglite/, 'pg-native']

/**
 * Not minified: tree shaking also removes calls that are only made for their exception, such as
 * `decodeURIComponent` with an invalid text.
 */
const WHOLE = { treeshake: false, minify: false } as const

/** Writes `svc.js` and its chunks into `folder`. The files that they read lie below `base`. */
export async function bundle(folder: string, base: string): Promise<void> {
  const build = await prepare(toUrl(relative(folder, base)))
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' }
  await build.write({ dir: folder, minify: WHOLE.minify, ...names })
  await build.close()
}

/** Paths of the files with code in the programs. */
export async function bundledFiles(): Promise<string[]> {
  const build = await prepare('..')
  const { output } = await build.generate()
  await build.close()
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

/** Names of the packages with code in the programs. */
export async function bundledPackages(): Promise<Set<string>> {
  const files = await bundledFiles()
  const names = files.map((id) => /.*\/node_modules\/((@[^/]+\/)?[^/]+)/.exec(id)?.[1])
  return new Set(names.filter((name) => name !== undefined))
}

const toUrl = (path: string) => path.split(sep).join('/')

function prepare(base: string): Promise<RolldownBuild> {
  return rolldown({
    cwd: root,
    input: { svc: join(root, 'packages/server/src/svc.ts') },
    platform: 'node',
    treeshake: WHOLE.treeshake,
    external: OUTSIDE,
    plugins: [whereFilesStand(base)],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
}

/**
 * A module that reads a file in its folder finds it at the same path below `base`. A module that
 * starts a thread gets a program of its own for it.
 */
function whereFilesStand(base: string): Plugin {
  return {
    name: 'where-files-stand',
    transform: {
      filter: { id: OWN, code: /import\.meta\.(url|dirname)/ },
      handler(code, id) {
        const place = `${base}/${toUrl(relative(root, id))}`
        return code
          .replace(THREAD, (_, name: string) => {
            const thread = { type: 'chunk', id: join(dirname(id), `${name}.ts`) } as const
            return `new URL(import.meta.ROLLDOWN_FILE_URL_${this.emitFile(thread)})`
          })
          .replaceAll(/\bimport\.meta\.url\b/g, `new URL('${place}', import.meta.url)`)
          .replaceAll(/\bimport\.meta\.dirname\b/g, `\`\${import.meta.dirname}/${dirname(place)}\``)
      },
    },
  }
}
