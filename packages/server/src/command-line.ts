import { Command } from 'commander'
import { exitCodes } from './exit-codes.ts'
import { type SettingName, type SettingTexts, settingTable } from './setting-table.ts'
import { readSettings, type Settings } from './settings.ts'

/** A command that takes every setting as a flag. */
export function commandWithSettings(name: string): Command {
  const command = new Command(name).exitOverride(({ exitCode }) => {
    process.exit(exitCode === 0 ? 0 : exitCodes.settings)
  })
  for (const { name: variable, flag, help } of settingTable) {
    command.option(flag, `${help}; also ${variable}`)
  }
  return command
}

/** Where settings come from. */
export type Environment = Readonly<Record<string, string | undefined>>
export type Refuse = (faults: readonly string[]) => never

/** Flags win over the environment. `refuse` gets every fault at once. */
export function settingsOf(command: Command, environment: Environment, refuse: Refuse): Settings {
  const flags: Record<string, string | undefined> = command.opts()
  const texts: SettingTexts = {}
  for (const { name } of settingTable) texts[name] = flags[camelCase(name)] ?? environment[name]
  const read = readSettings(texts)
  return read.faults === undefined ? read.settings : refuse(read.faults)
}

/** The settings of a program that has no other arguments. */
export function commandLine(
  name: string,
  { argv, env }: { readonly argv: readonly string[]; readonly env: Environment },
  refuse: Refuse,
): Settings {
  const command = commandWithSettings(name).allowExcessArguments(false)
  return settingsOf(command.parse(argv), env, refuse)
}

function camelCase(name: SettingName): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
