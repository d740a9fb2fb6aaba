// A second opinion on our XML, by libxml2. Where it cannot be had, the strict parser of
// packages/server/src/platform/http/xml.test.ts has the last word.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { xmlOf } from '../packages/server/src/platform/http/xml.ts'
import { installPackage } from '../tools/system-package.ts'

const DOCUMENTS = 500

function lint(files: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync('xmllint', ['--noout', ...files], {
    encoding: 'utf8',
  })
  if (error !== undefined) return undefined
  return status === 0 ? '' : stderr
}

test('xmllint finds random answers with hostile keys and texts well-formed', () => {
  if (lint([]) === undefined && !installPackage('libxml2-utils')) {
    process.stderr.write('xmllint is not here and cannot be installed: not asked.\n')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-xml-'))
  try {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('<!--', ']]>', '&#0;', '<?xml', 'xml', 'a:b', '-a', '', '\uFFFF', '_x0041_'),
    )
    const answers = fc.dictionary(hostile, fc.oneof(hostile, fc.array(hostile), fc.constant(null)))
    const files = fc.sample(answers, DOCUMENTS).map((answer, index) => {
      const file = join(folder, `${index}.xml`)
      writeFileSync(file, xmlOf(JSON.stringify(answer)))
      return file
    })
    assert.equal(lint(files), '')
    const broken = join(folder, 'broken.xml')
    writeFileSync(broken, '<a:b>&</a:b>')
    assert.notEqual(lint([broken]), '')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
