import type { Command } from 'commander'
import { exitCodes } from '../../platform/exit-codes.ts'
import type { RekeyStep } from '../../tenancy/secrets/rekey.ts'
import { type Environment, settingsOf } from '../command-line.ts'
import { fail, print, refuse, runAll } from './command-run.ts'

const BAR_LENGTH = 30
/** So many broken texts are no accident of a few rows. */
const UNREADABLE_MAX = 1_000

type Rekeyed = { readonly resealed: number; readonly unreadable: readonly string[] }

/** `svc rekey`: seals every stored secret under the first key of the ring. */
export function addRekey(program: Command, environment: Environment): void {
  program
    .command('rekey')
    .description('encrypts all stored secrets with the first key; if interrupted, run it again')
    .action(async () => {
      const settings = settingsOf(program, environment, refuse)
      const rekeyed = await runAll(settings, async (ask) => {
        const { count } = await ask('count-to-rekey', {})
        return rekeyAll(count, (skip) => ask('rekey', { skip }))
      }).catch(fail('the secrets could not be re-encrypted'))
      process.stdout.write(`${JSON.stringify(rekeyed, null, 2)}\n`)
      for (const row of rekeyed.unreadable) print(`cannot be opened: ${row}`)
      if (rekeyed.unreadable.length > 0) process.exitCode = exitCodes.failed
    })
}

async function rekeyAll(
  count: number,
  next: (skip: readonly string[]) => Promise<RekeyStep>,
): Promise<Rekeyed> {
  const unreadable: string[] = []
  let resealed = 0
  for (;;) {
    const step = await next(unreadable)
    if (step.resealed + step.unreadable.length === 0) break
    resealed += step.resealed
    unreadable.push(...step.unreadable)
    if (unreadable.length > UNREADABLE_MAX) {
      throw new Error(`more than ${UNREADABLE_MAX} texts cannot be opened, ${unreadable[0]} first`)
    }
    showBar(resealed + unreadable.length, count)
  }
  if (process.stderr.isTTY) process.stderr.write('\n')
  return { resealed, unreadable }
}

/** One line that is written over; where nobody watches, a line per step. */
function showBar(done: number, count: number): void {
  const part = Math.min(1, done / Math.max(count, 1))
  const bar = '#'.repeat(Math.round(part * BAR_LENGTH)).padEnd(BAR_LENGTH, '.')
  const line = `[${bar}] ${done} of ${Math.max(count, done)}`
  process.stderr.write(process.stderr.isTTY ? `\r${line}` : `${line}\n`)
}
