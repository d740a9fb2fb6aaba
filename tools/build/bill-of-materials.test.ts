import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { billOfMaterials, type Materials, thirdPartyLicences } from './bill-of-materials.ts'
import { bundledPackages } from './bundle.ts'
import { productionPackages } from './production-packages.ts'

const root = join(import.meta.dirname, '../..')
const SCHEMAS = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8'))

const materials: Materials = {
  ...productionPackages(),
  version: '1.2.3',
  node: { version: process.versions.node, program: process.execPath },
}

/** What CycloneDX itself publishes; of formats only those that could be wrong here. */
function cycloneDx() {
  const uri = (text: string) => URL.canParse(text)
  const formats = { 'iri-reference': uri, 'idn-email': true, 'date-time': true } as const
  const ajv = new Ajv({ strict: false, formats })
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  return ajv.compile(schemaOf('bom-1.6'))
}

test('it is CycloneDX 1.6, and the schema would notice', () => {
  const check = cycloneDx()
  const bill = billOfMaterials(materials)
  assert.ok(check(bill), JSON.stringify(check.errors))
  const [first, ...rest] = (bill as { components: object[] }).components
  for (const wrong of [{ type: 'package' }, { licenses: [{ license: { id: 'Mine' } }] }, { x: 1 }])
    assert.ok(!check({ ...bill, components: [{ ...first, ...wrong }, ...rest] }))
})

test('every package of the programs is in it, those of the tools are not', async () => {
  const names = new Set(materials.packages.map(({ name }) => name))
  const bundled = await bundledPackages()
  assert.ok(bundled.size > 30)
  assert.deepEqual(
    [...bundled].filter((name) => !names.has(name)),
    [],
  )
  for (const name of ['preact', '@electric-sql/pglite']) assert.ok(names.has(name), name)
  for (const name of ['vite', 'typescript', '@svc/api']) assert.ok(!names.has(name), name)
})

test('everything installed for production is in it, and Node as what it runs on', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const installed = Object.entries<Record<string, boolean>>(packages)
    .filter(([path, { dev, link }]) => /^node_modules\//.test(path) && !dev && !link)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  assert.deepEqual(
    installed.filter((name) => !/^node-(linux|win|darwin)-/.test(name)).sort(),
    materials.packages.map(({ name }) => name).sort(),
  )
})

test('each of its references leads somewhere', () => {
  const { components, dependencies, metadata } = billOfMaterials(materials) as {
    readonly components: readonly Record<string, string>[]
    readonly dependencies: readonly { ref: string; dependsOn: readonly string[] }[]
    readonly metadata: { readonly component: Record<string, string> }
  }
  const refs = new Set([metadata.component, ...components].map((each) => each['bom-ref']))
  assert.equal(refs.size, components.length + 1)
  const used = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  assert.deepEqual(
    used.filter((ref) => !refs.has(ref)),
    [],
  )
  const reached = new Set<string>()
  const reach = (ref = ''): void => {
    if (reached.has(ref)) return
    reached.add(ref)
    dependencies.find((each) => each.ref === ref)?.dependsOn.forEach(reach)
  }
  reach(metadata.component['bom-ref'])
  assert.deepEqual(
    [...refs].filter((ref) => !reached.has(ref ?? '')),
    [],
  )
})

test('each package brings a licence that may be passed on, and its text', () => {
  const text = thirdPartyLicences(materials)
  for (const { name, version, licence } of materials.packages) {
    assert.match(licence, /^(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause)$/, name)
    assert.ok(text.includes(`\n${name} ${version}: ${licence}\n`), name)
    assert.ok(text.includes(`\n${name} ${version}\n`), name)
  }
})
