import { CreateLenderKeyBody, type LenderKeyWish, lenderScopes } from '@svc/api'
import type { Command } from 'commander'
import { type Environment, settingsOf } from '../command-line.ts'
import { fail, refuse, run } from './command-run.ts'
import { checkFlags, listOf } from './flags.ts'
import { read } from './without-service.ts'

type Flags = {
  readonly name: string
  readonly mode: string
  readonly scopes: string
  readonly addresses?: string
  readonly expiresAt: string
}

/** `svc lender-keys …`: keys of the lender's programs. All answers are JSON. */
export function addLenderKeys(program: Command, environment: Environment): void {
  const settings = () => settingsOf(program, environment, refuse)
  const print = (answer: object) =>
    void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  const keys = program.command('lender-keys').description("the keys of the lender's programs")
  keys
    .command('list')
    .description('lists all keys, without their secrets')
    .action(async () => {
      print(
        await read(settings(), 'list-lender-keys', {}).catch(fail('the keys could not be read')),
      )
    })
  keys
    .command('create')
    .description('creates a key and prints it once')
    .requiredOption('--name <name>', 'name of the key, 1 to 255 characters')
    .requiredOption('--mode <sandbox|live>', 'mode that the key is limited to')
    .requiredOption('--scopes <list>', `separated by commas: ${lenderScopes.join(' ')}`)
    .requiredOption('--expires-at <date>', 'when the key expires, within 365 days')
    .option(
      '--addresses <list>',
      'IP addresses and ranges that the key is limited to; required in live mode',
    )
    .action(async (flags: Flags) => {
      const input = { lenderKey: newKeyOf(flags) }
      print(
        await run(settings(), 'create-lender-key', input).catch(
          fail('the key could not be created'),
        ),
      )
    })
  keys
    .command('revoke')
    .description('revokes a key, in every process within a second')
    .requiredOption('--key <id>', 'id of the key')
    .action(async ({ key: keyId }: { key: string }) => {
      const done = run(settings(), 'revoke-lender-key', { keyId })
      print(await done.catch(fail('the key could not be revoked')))
    })
}

function newKeyOf({ name, mode, scopes, addresses, expiresAt }: Flags): LenderKeyWish {
  return checkFlags(CreateLenderKeyBody, {
    ...{ name: name.trim(), mode, scopes: listOf(scopes) },
    ...{ addresses: listOf(addresses), expires_at: expiresAt },
  })
}
