// What the desk weighs before anybody sees anything, and what each screen adds.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const LIMITS = { first: 40_000, chunk: 12_000, style: 12_000, all: 138_000 }

const dist = new URL('../dist/', import.meta.url)
const files = readdirSync(dist).filter((name) => /\.(js|css)$/.test(name))
const textOf = (name: string) => readFileSync(new URL(name, dist), 'utf8')
const sizeOf = (name: string) => gzipSync(textOf(name), { level: 9 }).length
const sum = (names: Iterable<string>) => [...names].reduce((all, name) => all + sizeOf(name), 0)
const named = (start: string) => files.filter((name) => name.startsWith(`${start}-`))
const scripts = files.filter((name) => name.endsWith('.js'))

/** A file with all that it imports at once. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const [, other = ''] of textOf(name).matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+)/g)) {
    loadedWith(other, seen)
  }
  return seen
}

/** Loaded before any screen, in one language, and with the home page. */
const [entry = ''] = /index-[\w-]+\.js/.exec(textOf('index.html')) ?? []
const [language = ''] = files.filter((name) => /^es-[\w-]{8}\.js$/.test(name))
const [home = ''] = named('home')
const first = loadedWith(entry).union(loadedWith(language)).union(loadedWith(home))

test('shell, sign-in and home are loaded within 40 kB, the style is within 12', () => {
  assert.ok(first.size >= 4 && entry !== '' && language !== '', [...first].join())
  assert.ok(sum(first) > 20_000, 'it is not built')
  assert.ok(sum(first) <= LIMITS.first, `${sum(first)} bytes: ${[...first].join()}`)
  const styles = files.filter((name) => name.endsWith('.css'))
  assert.equal(styles.length, 1)
  assert.ok(sum(styles) <= LIMITS.style, `${sum(styles)} bytes`)
})

test('each screen adds 12 kB at most, and all of them fit in 138', () => {
  const others = scripts.filter((name) => !first.has(name))
  assert.ok(others.length > 12)
  for (const name of others) {
    const added = loadedWith(name).difference(first)
    assert.ok(sum(added) <= LIMITS.chunk, `${name} adds ${sum(added)} bytes: ${[...added].join()}`)
  }
  // In one language: only names of screens are looked for in both.
  const inSpanish = scripts.filter((name) => !/(^|-)en-/.test(name))
  assert.ok(inSpanish.length < scripts.length)
  assert.ok(sum(inSpanish) <= LIMITS.all, `${sum(inSpanish)} bytes`)
})

test('third-party code keeps its licence, in a file that the script names', () => {
  const [, licences = ''] = /Licences: (licences-[\w-]+\.txt)/.exec(textOf(entry)) ?? []
  for (const name of ['preact', '@preact/signals', 'lean-qr']) {
    assert.ok(textOf(licences).includes(`With ${name}.\n`), name)
  }
  for (const name of files) {
    const text = textOf(name)
    assert.doesNotMatch(text, /sourceMappingURL|node_modules|file:\/\//, name)
    assert.ok(!text.includes(process.cwd()), name)
  }
})
