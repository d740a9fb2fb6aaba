/** The files of `deploy/` as values. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { settingTable } from '../packages/server/src/composition/setting-table.ts'
import { readSettings, type Settings } from '../packages/server/src/composition/settings.ts'
import type { Json } from './running-server.ts'

const folder = join(import.meta.dirname, '../deploy')
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')

export const compose: Json = parse(read('compose/compose.yaml'), { merge: true })
export const kubernetes: readonly Json[] = ['settings', 'migrate', 'service'].flatMap((name) =>
  parseAllDocuments(read(`kubernetes/${name}.yaml`)).map((document) => document.toJS()),
)
export const kubernetesOf = (kind: string): Json => kubernetes.find((each) => each.kind === kind)
export const unit = read('systemd/svc.service')

/** The lines of a file of variables. */
export const environmentFile: Readonly<Record<string, string>> = Object.fromEntries(
  read('systemd/svc.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/=(.*)/s)),
)

/** All values of a directive of the unit. */
export const directive = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

const SECRETS = {
  DATABASE_URL: 'postgres://svc:x@db/svc',
  SECRET_KEYS: `k ${Buffer.from([...Array(32).keys()]).toString('base64')}`,
}

/** What the service makes of these variables, with what stands in the files that they name. */
export function settingsFrom(
  variables: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>> = SECRETS,
): Settings {
  const texts: Record<string, string> = {}
  for (const [variable, value] of Object.entries(variables)) {
    const name = variable.replace(/_FILE$/, '')
    const setting = settingTable.find((each) => each.name === name)
    if (setting === undefined) throw new Error(`there is no setting ${variable}`)
    const isFile = name !== variable
    if (isFile && !('secret' in setting)) throw new Error(`${name} comes from no file`)
    texts[name] = isFile ? (secrets[name] ?? '') : value
  }
  const read = readSettings(texts)
  if (read.faults !== undefined) throw new Error(read.faults.join('; '))
  return read.settings
}
