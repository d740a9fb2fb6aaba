/**
 * Builds the browsers' files: the script for stores' pages, the buyer's pages and the desk.
 * Everything is built in memory and then written file by file, so that a concurrent build does no
 * harm. Does nothing if the sources have not changed since the last build.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { builtHash, STAMP, webHash } from './web-hash.mjs'

const root = join(import.meta.dirname, '..')

/** Browsers of the last five years: the script is part of pages that are not ours. */
const TARGET = 'es2021'
/** As old, but with logical properties: their fallbacks only work for some languages. */
export const STYLE_TARGET = ['chrome96', 'firefox94', 'safari15']

/** Members of the script's own objects, never of a browser's, a page's or an answer's. */
const OWN_MEMBERS = `
  waiting stop tell answer seen gone looked press question hold release fault warn texts
  formats money rate infos hidings sheets path read tag date
  lowest free plans lines figures columns show
`
const include = new RegExp(`^(${OWN_MEMBERS.trim().replace(/\s+/g, '|')})$`)
const minify = { compress: true, mangle: true, mangleProps: { include } } as const

/**
 * A page with a button calls nearly all of it immediately: Chromium then compiles it on another
 * thread while it loads, not function by function between the page's own work. For other browsers
 * it is a comment.
 */
const CALLED_ON_LOAD = '//# allFunctionsCalledOnLoad'

function library(entry: string, file: string, format: 'iife' | 'es'): InlineConfig {
  const postBanner = file === 'script.js' ? { postBanner: CALLED_ON_LOAD } : {}
  return {
    root: join(root, 'packages/sdk'),
    build: {
      target: TARGET,
      lib: { entry: join(root, 'packages/sdk/src', entry), formats: [format], name: 'svcSdk' },
      rolldownOptions: {
        output: {
          entryFileNames: file,
          topLevelVar: false,
          ...(format === 'iife' ? { minify } : {}),
          ...postBanner,
        },
      },
    },
  }
}

/** A copy of its only dependency includes that package's licence. */
const licence = readFileSync(join(root, 'node_modules/preact/LICENSE'), 'utf8').trim()

const checkout: InlineConfig = {
  root: join(root, 'packages/checkout'),
  build: {
    target: TARGET,
    cssTarget: STYLE_TARGET,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      input: { checkout: join(root, 'packages/checkout/src/main.tsx') },
      output: {
        entryFileNames: 'checkout.js',
        assetFileNames: 'checkout[extname]',
        postBanner: `/*! With Preact.\n${licence}\n*/`,
      },
    },
  },
}

/** Users choose the desk's colour scheme; the buyers' pages follow the system. */
const chosenDark: Plugin = {
  name: 'chosen-dark',
  enforce: 'pre',
  transform: {
    filter: { id: /\/dark\.css$/ },
    handler: (code) => code.replace('html:root', 'html:root[data-theme="dark"]'),
  },
}

/** What such a call does otherwise: load styles. */
const plainHelper: Plugin = {
  name: 'plain-helper',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** What Vite makes of an `import()`: a call around it, and around the names that are used of it. */
const WRAPPED = new RegExp(
  [
    /__vitePreload\(async \(\) => \{\s*const \{[^}]*\} = await (import\([^)]*\));/,
    /\s*return \{[^}]*\};\s*\}, __VITE_PRELOAD__\)/,
    /|__vitePreload\(\(\) => (import\([^)]*\)), __VITE_PRELOAD__\)/,
  ]
    .map(({ source }) => source)
    .join(''),
  'g',
)

/** Its chunks have no styles of their own, and what one imports the browser finds by itself. */
const plainImports: Plugin = {
  name: 'plain-imports',
  renderChunk: (code) => code.replace(WRAPPED, (_, whole, named) => whole ?? named),
}

const OF_DESK = ['preact', '@preact/signals', '@preact/signals-core', 'lean-qr']
const licencesOfDesk = OF_DESK.map((name) => {
  const text = readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim()
  return `With ${name}.\n${text}\n`
}).join('\n')

/** Part of the desk, in a file that is only loaded on demand. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_, bundle) {
    const file = this.emitFile({ type: 'asset', name: 'licences.txt', source: licencesOfDesk })
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.name !== 'index') continue
      chunk.code = `/*! Licences: ${basename(this.getFileName(file))} */\n${chunk.code}`
    }
  },
}

const ofDesk = (path: string) => new RegExp(`/desk/src/(${path})`)

/**
 * Modules that are loaded together are one file, which compresses better (decision 0177): `index`
 * is needed before any screen, `shared` by all of them. Screens that people open one after the
 * other are joined by `screens/*.ts`.
 */
const groups = [
  { name: 'index', tags: ['$initial'] },
  // It awaits its texts, and so does every file that imports it.
  { name: 'acts', test: ofDesk('texts/acts.ts') },
  { name: 'shared', test: ofDesk('parts/[^/]+$|parts/list/|client/again|texts/book.ts') },
  { name: 'rows', test: ofDesk('screens/(orders|payouts)/columns') },
  { name: 'plan', test: ofDesk('parts/(loan/|timeline/gaps)') },
  { name: 'timeline', test: ofDesk('parts/timeline/') },
  { name: 'money', test: ofDesk('parts/money/') },
] satisfies Rolldown.CodeSplittingOptions['groups']

/** Files whose names change with their content: a browser caches each for ever. */
const desk: InlineConfig = {
  root: join(root, 'packages/desk'),
  base: '/desk/',
  plugins: [chosenDark, plainHelper, plainImports, licences],
  build: {
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: join(root, 'packages/desk/index.html'),
      output: {
        codeSplitting: { groups },
      },
    },
  },
}

const DESK = 'packages/desk/dist'

const builds: readonly (readonly [string, InlineConfig])[] = [
  ['packages/sdk/dist', library('auto-start.ts', 'script.js', 'iife')],
  ['packages/sdk/dist', library('checkout-part.ts', 'checkout-part.js', 'iife')],
  ['packages/sdk/dist', library('index.ts', 'index.js', 'es')],
  ['packages/checkout/dist', checkout],
  [DESK, desk],
]

/** `print` is called when something is built, with the time it took. */
export async function buildWeb(print: (line: string) => void): Promise<void> {
  const wanted = webHash(root)
  if (builtHash(root) === wanted) return
  const started = Date.now()
  print('Building svc.js, the checkout pages and the desk …')
  // A build that is killed half-way leaves no stamp, whatever sources come next.
  rmSync(join(root, STAMP), { force: true })
  for (const [folder, config] of builds) {
    const done = await build({
      ...config,
      configFile: false,
      logLevel: 'warn',
      build: { ...config.build, write: false, emptyOutDir: false, reportCompressedSize: false },
    })
    const built = new Set<string>()
    for (const output of [done].flat() as Rolldown.RolldownOutput[]) {
      for (const file of output.output) {
        const content = file.type === 'chunk' ? file.code : file.source
        put(join(root, folder, basename(file.fileName)), content)
        built.add(basename(file.fileName))
      }
    }
    if (folder === DESK) removeOthers(join(root, folder), built)
  }
  put(join(root, STAMP), wanted)
  print(`  pages: done after ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** Files of an earlier build would be released with those of this one. */
function removeOthers(folder: string, built: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    if (!built.has(name) && !isOfRunning(name)) rmSync(join(folder, name), { force: true })
  }
}

/** Another build is about to rename it: it ends with the id of its process (`put`). */
function isOfRunning(name: string): boolean {
  const [, id] = /\.(\d+)$/.exec(name) ?? []
  try {
    return id !== undefined && process.kill(Number(id), 0)
  } catch {
    return false
  }
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const aside = `${path}.${process.pid}`
  writeFileSync(aside, content)
  renameSync(aside, path)
}

if (import.meta.main) await buildWeb((line) => process.stderr.write(`${line}\n`))
