/**
 * The components of the built folder, for programs (CycloneDX 1.6) and for people (the licences).
 * The same sources give the same bytes: no time, no serial number.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  licenceTexts,
  type ProductionPackage,
  type ProductionPackages,
} from './production-packages.ts'

export type Materials = ProductionPackages & {
  readonly version: string
  /** The runtime of the folder. */
  readonly node: { readonly version: string; readonly program: string }
}

const hash = (alg: string, content: string) => [{ alg, content }]
const licences = (spdx: string) =>
  /^[\w.+-]+$/.test(spdx) ? [{ license: { id: spdx } }] : [{ expression: spdx }]
const purlOf = ({ name, version }: Pick<ProductionPackage, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

export function billOfMaterials({ version, direct, packages, node }: Materials): object {
  const refs = new Map(packages.map((each) => [each.name, purlOf(each)]))
  const refsOf = (names: readonly string[]) => names.flatMap((name) => refs.get(name) ?? [])
  const own = `pkg:generic/svc@${version}`
  const runtime = `pkg:generic/node@${node.version}`
  const components = packages.map(({ name, version, licence, sha512 }) => ({
    type: 'library',
    'bom-ref': purlOf({ name, version }),
    ...(name.startsWith('@') ? { group: name.slice(0, name.indexOf('/')) } : {}),
    name: name.slice(name.indexOf('/') + 1),
    version,
    hashes: hash('SHA-512', sha512),
    licenses: licences(licence),
    purl: purlOf({ name, version }),
  }))
  const platform = {
    type: 'platform',
    'bom-ref': runtime,
    name: 'node',
    version: node.version,
    hashes: hash('SHA-256', createHash('sha256').update(readFileSync(node.program)).digest('hex')),
    licenses: licences('MIT'),
    cpe: `cpe:2.3:a:nodejs:node.js:${node.version}:*:*:*:*:*:*:*`,
    purl: runtime,
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        ...{ type: 'application', 'bom-ref': own, name: 'svc', version, purl: own },
        licenses: licences('Apache-2.0'),
      },
    },
    components: [...components, platform],
    dependencies: [
      { ref: own, dependsOn: [...refsOf(direct), runtime] },
      ...packages.map((each) => ({ ref: purlOf(each), dependsOn: refsOf(each.needs) })),
      { ref: runtime, dependsOn: [] },
    ],
  }
}

const LINE = '-'.repeat(80)

/** A list, then each text; a package without one would be a licence that nobody can read. */
export function thirdPartyLicences({ packages, node }: Materials): string {
  // From npm, or from an archive of nodejs.org.
  const folder = join(process.execPath, '../..')
  const all = [
    ...packages,
    { name: 'Node.js', version: node.version, licence: 'MIT and others', folder },
  ]
  const list = all.map(({ name, version, licence }) => `${name} ${version}: ${licence}`)
  const texts = all.map(({ name, version, folder }) => {
    const own = licenceTexts(folder)
    if (own.length === 0) throw new Error(`${name} brings no text of its licence`)
    return [LINE, `${name} ${version}`, LINE, ...own].join('\n\n')
  })
  return `The service contains, or runs on:\n\n${list.join('\n')}\n\n${texts.join('\n\n')}\n`
}
