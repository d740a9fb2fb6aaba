// The files that browsers receive, with the licence for anyone who copies them.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const folders = ['../dist/', '../../sdk/dist/'].map((path) => new URL(path, import.meta.url))
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.(?:js|css)$/.test(name))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') })),
)

test('the script of the pages lists third-party work and its licences', () => {
  const script = files.find(({ name }) => name === 'checkout.js')?.text ?? ''
  const licence = readFileSync(
    new URL('LICENSE', import.meta.resolve('preact/package.json')),
    'utf8',
  )
  assert.match(licence, /Permission is hereby granted/)
  assert.ok(script.includes(licence.trim()))
})

test('no build output names local paths or asks for a source map', () => {
  assert.ok(files.length >= 5)
  for (const { name, text } of files) {
    assert.doesNotMatch(text, /sourceMappingURL|node_modules|file:\/\//, name)
    assert.ok(!text.includes(process.cwd()), name)
  }
})
