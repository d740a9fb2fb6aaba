import { readFileSync } from 'node:fs'
import { limits, recordOf } from '@svc/api'
import { type Command, Option } from 'commander'
import { type Environment, settingsOf } from '../command-line.ts'
import { fail, refuse, run } from './command-run.ts'
import type { ErasedLine } from './person-commands.ts'
import { parseFile } from './seal-copies-file.ts'
import { read } from './without-service.ts'

type Flags = { readonly mode: string }

/**
 * `svc persons …`: stored data of buyers, and people whose data are due for erasure. All answers
 * are JSON.
 */
export function addPersons(program: Command, environment: Environment): void {
  const settings = () => settingsOf(program, environment, refuse)
  const print = (answer: object) =>
    void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  const persons = program.command('persons').description('personal data of buyers')
  persons
    .command('export <id>')
    .description('exports all data held about a person, unmasked; the export is logged')
    .addOption(new Option('--mode <mode>', 'of what').choices(['live', 'sandbox']).default('live'))
    .action(async (personId: string, { mode: named }: Flags) => {
      const mode = named === 'sandbox' ? 'sandbox' : 'live'
      const failed = fail('nothing could be exported')
      print(await run(settings(), 'export-person', { personId, mode }).catch(failed))
    })
  persons
    .command('erase <id>')
    .description(
      'erases a person of the sandbox; in live mode this takes two people, under /lender',
    )
    .requiredOption('--note <text>', 'reason, stored in the action log')
    .action(async (personId: string, { note }: { readonly note: string }) => {
      const reason = noteOf(note)
      const failed = fail('the person could not be erased')
      print(await run(settings(), 'erase-person', { personId, note: reason }).catch(failed))
    })
  persons
    .command('due')
    .description('lists the ids of persons of live mode whose data no longer have to be retained')
    .action(async () => {
      print(await read(settings(), 'list-due', {}).catch(fail('the staff could not be read')))
    })
  persons
    .command('erased')
    .description(
      'lists the erased persons, each with a proof; store the output outside the backups',
    )
    .action(async () => {
      print(await run(settings(), 'list-erased', {}).catch(fail('the staff could not be read')))
    })
  persons
    .command('erase-again <file>')
    .description(
      'after a restore: erases the persons that `persons erased` has listed since the backup',
    )
    .action(async (path: string) => {
      const failed = fail('nobody was erased again')
      const erased = await Promise.resolve(path).then(readErased).catch(failed)
      const answer = await run(settings(), 'erase-again', { erased }).catch(failed)
      print(answer)
      if (answer.refused.length > 0) process.exitCode = 1
    })
}

const NOTE_MIN = 5

function noteOf(text: string): string {
  const note = text.trim()
  if (note.length >= NOTE_MIN && note.length <= limits.noteMax) return note
  return refuse([`--note must have ${NOTE_MIN} to ${limits.noteMax} characters`])
}

/** Reads what `svc persons erased` printed. Throws a sentence when it is something else. */
function readErased(path: string): ErasedLine[] {
  const lines = parseFile(path, readFileSync(path, 'utf8'))
  if (Array.isArray(lines) && lines.every(isLine))
    return lines.map(({ id, mode, proof }) => ({ id, mode, proof }))
  throw new Error(`${path} is not what \`persons erased\` prints`)
}

function isLine(value: unknown): value is ErasedLine {
  const { id, mode, proof } = recordOf(value)
  const isMode = mode === 'sandbox' || mode === 'live'
  return isMode && typeof id === 'string' && typeof proof === 'string'
}
