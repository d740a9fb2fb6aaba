import { Command } from 'commander'
import { hasPassword } from '../platform/database/server-url.ts'
import { exitCodes } from '../platform/exit-codes.ts'
import { readSecretFile } from '../platform/secrets/secret-files.ts'
import { type SettingName, type SettingTexts, settingTable } from './setting-table.ts'
import { readSettings, type Settings } from './settings.ts'

/** A command that takes every setting as a flag but the secrets. */
export function commandWithSettings(name: string): Command {
  const command = new Command(name).exitOverride(({ exitCode }) => {
    process.exit(exitCode === 0 ? 0 : exitCodes.settings)
  })
  for (const setting of settingTable) {
    if ('flag' in setting) {
      command.option(setting.flag, `${helpOf(setting)}; also ${variablesOf(setting)}`)
    }
  }
  const secrets = settingTable.filter((setting) => !('flag' in setting))
  const lines = secrets.map((setting) => `  ${variablesOf(setting)}: ${helpOf(setting)}`)
  return command.addHelpText('after', `\nBy variable or file only:\n${lines.join('\n')}`)
}

/** The sources of settings. */
export type Environment = Readonly<Record<string, string | undefined>>
type Refuse = (faults: readonly string[]) => never

/** Flags win over the environment. `refuse` gets every fault together. */
export function settingsOf(command: Command, environment: Environment, refuse: Refuse): Settings {
  const flags: Record<string, string | undefined> = command.opts()
  const texts: SettingTexts = {}
  const faults: string[] = []
  for (const setting of settingTable) {
    const { name } = setting
    const flag = 'flag' in setting ? flags[camelCase(name)] : undefined
    texts[name] =
      flag ?? ('secret' in setting ? secretOf(name, environment, faults) : environment[name])
  }
  const read = readSettings(texts)
  if (read.faults !== undefined) return refuse([...faults, ...read.faults])
  for (const name of ['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_DIRECT_URL'] as const) {
    const key = camelCase(name)
    if (read.settings.demo || !hasPassword(flags[key] ?? '')) continue
    const flag = `--${name.toLowerCase().replaceAll('_', '-')}`
    faults.push(`${flag} must carry no password: set ${name} or ${name}_FILE`)
  }
  return faults.length === 0 ? read.settings : refuse(faults)
}

/** The settings of a program that has no other arguments. */
export function commandLine(
  name: string,
  { argv, env }: { readonly argv: readonly string[]; readonly env: Environment },
  refuse: Refuse,
): Settings {
  const faults = secretFlags(argv)
  if (faults.length > 0) return refuse(faults)
  const command = commandWithSettings(name).allowExcessArguments(false)
  return settingsOf(command.parse(argv), env, refuse)
}

/** Faults of flags that earlier versions had; their values are not repeated. */
export function secretFlags(argv: readonly string[]): string[] {
  return settingTable
    .filter((setting) => !('flag' in setting))
    .map(({ name }) => ({ name, flag: `--${name.toLowerCase().replaceAll('_', '-')}` }))
    .filter(({ flag }) => argv.some((each) => each === flag || each.startsWith(`${flag}=`)))
    .map(({ name, flag }) => `${flag} is no flag: set ${name} or ${name}_FILE`)
}

/** The variable, or the content of the file that `NAME_FILE` names. */
function secretOf(
  name: SettingName,
  environment: Environment,
  faults: string[],
): string | undefined {
  const path = environment[`${name}_FILE`]?.trim()
  if (!path) return environment[name]
  if (environment[name]?.trim()) {
    faults.push(`${name} and ${name}_FILE are both set: keep one`)
    return undefined
  }
  const file = readSecretFile(path)
  if ('fault' in file) {
    faults.push(`${name}_FILE ${file.fault}`)
    return undefined
  }
  if (file.warning !== undefined) process.stderr.write(`${name}_FILE ${file.warning}\n`)
  return file.text
}

/** Its meaning, and its default. */
function helpOf(setting: (typeof settingTable)[number]): string {
  return 'default' in setting ? `${setting.help} (${setting.default})` : setting.help
}

function variablesOf(setting: (typeof settingTable)[number]): string {
  return 'secret' in setting ? `${setting.name}, ${setting.name}_FILE` : setting.name
}

function camelCase(name: SettingName): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
