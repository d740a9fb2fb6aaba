import type { Command } from 'commander'
import { type Environment, settingsOf } from '../command-line.ts'
import { fail, refuse } from './command-run.ts'
import { read } from './without-service.ts'

/** `svc seals`: one line per seal, or JSON. */
export function addSeals(program: Command, environment: Environment): void {
  program
    .command('seals')
    .description(
      'prints the latest seal of every store and mode; a copy stored elsewhere ' +
        'proves everything before it',
    )
    .option('--json', 'print the seals as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const settings = settingsOf(program, environment, refuse)
      const seals = await read(settings, 'seals', {}).catch(fail('the seals could not be read'))
      const lines = seals.map(({ store_id, mode, number, last_position, hash, created }) =>
        [store_id, mode, number, last_position, hash, created].join('  '),
      )
      const text = json === true ? JSON.stringify(seals, null, 2) : lines.join('\n')
      if (text !== '') process.stdout.write(`${text}\n`)
    })
}
