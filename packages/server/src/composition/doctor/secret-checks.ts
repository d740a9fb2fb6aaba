import { ringsOf } from '../../platform/secrets/key-ring.ts'
import { readSecretFile } from '../../platform/secrets/secret-files.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { opens, type SealedSample, settingOf } from '../../tenancy/secrets/check-secrets.ts'
import type { Environment } from '../command-line.ts'
import { findSecretKey } from '../secret-key.ts'
import { settingTable } from '../setting-table.ts'
import type { Settings } from '../settings.ts'
import { type Check, ok, problem, warning } from './check.ts'

/** Less than a random one of 128 bits in any usual notation. */
const KEY_LENGTH_WARNED = 22
const DIFFERENT_CHARACTERS_MIN = 10

/** Anyone who can read a file of secrets has them. */
export function secretFileChecks(environment: Environment): Check[] {
  return settingTable.flatMap((setting) => {
    const path = 'secret' in setting ? environment[`${setting.name}_FILE`]?.trim() : undefined
    if (!path) return []
    const file = readSecretFile(path)
    const fault = 'fault' in file ? file.fault : file.warning
    const name = `secret file ${setting.name}_FILE`
    if (fault === undefined) return [ok(name, 'not every user can read it')]
    return [warning(name, fault, `chmod o-r ${path}`)]
  })
}

/** How hard the operator's keys are to guess; those of a ring are random (`parseKeyRing`). */
export function secretKeyCheck(settings: Settings): Check {
  const name = 'secret keys'
  const key = findSecretKey(settings)
  const ring = settings.rings.secretKeys
  if (key === undefined)
    return ok(name, ring ? `a ring of ${ring.length}` : 'the demo makes one at its first start')
  const weak = key.length < KEY_LENGTH_WARNED || new Set(key).size < DIFFERENT_CHARACTERS_MIN
  if (!weak) return ok(name, ring ? `SECRET_KEY and a ring of ${ring.length}` : 'SECRET_KEY')
  const advice = 'make a ring and run `svc rekey`: keys-and-secrets.md, "The ring"'
  return warning(name, 'SECRET_KEY is short or repetitive: it could be guessed', advice)
}

/** Whether stored secrets can be read, and under which keys they are. */
export function storedSecretChecks(settings: Settings, sealed: readonly SealedSample[]): Check[] {
  const name = 'stored secrets'
  const key = findSecretKey(settings)
  if (sealed.length === 0) return [ok(name, 'there are none')]
  if (key === undefined && settings.rings.secretKeys === undefined)
    return [problem(name, 'the demo has lost the key of its data folder', 'restore `secret-key`')]
  const vault = createVault(ringsOf(settings.rings, key))
  const columns = Map.groupBy(sealed, ({ kid }) => kid)
  const unreadable = [...columns].filter(
    ([, samples]) => !samples.every((each) => opens(vault, each)),
  )
  if (unreadable.length > 0)
    return unreadable.map(([kid, samples]) => {
      const where = samples.map(({ column }) => column).join(', ')
      const what = vault.kids.includes(kid) ? 'is not the one that encrypted' : 'is missing for'
      const advice = 'restore the original key: keys-and-secrets.md, "The ring"'
      return problem(name, `${settingOf(kid)} ${what} ${where}`, advice)
    })
  const earlier = [...columns.keys()].filter((kid) => kid !== vault.kids[0])
  if (earlier.length === 0) return [ok(name, 'all of them can be read, under the first key')]
  const message = `some are still under ${earlier.map(settingOf).join(', ')}`
  return [warning(name, message, 'run `svc rekey`, then remove that key')]
}
