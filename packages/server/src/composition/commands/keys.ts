import { type ApiKeyWish, CreateApiKeyBody } from '@svc/api'
import type { Command } from 'commander'
import { type Environment, settingsOf } from '../command-line.ts'
import { fail, refuse, run } from './command-run.ts'
import { checkFlags, listOf } from './flags.ts'
import { read } from './without-service.ts'

type KeyFlags = {
  readonly store: string
  readonly name: string
  readonly kind: string
  readonly scopes?: string
  readonly mode?: string
  readonly addresses?: string
  readonly expiresAt?: string
}

type RevokeFlags = { readonly store: string; readonly key: string; readonly cascade: boolean }

/** `svc keys …`: for the operator of a store that cannot help itself. All answers are JSON. */
export function addKeys(program: Command, environment: Environment): void {
  const settings = () => settingsOf(program, environment, refuse)
  const print = (answer: object) =>
    void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  const keys = program.command('keys').description('the keys of a store')
  keys
    .command('list')
    .description('all keys of a store, without the keys themselves')
    .requiredOption('--store <id>', 'id of the store')
    .action(async ({ store: storeId }: { store: string }) => {
      print(await read(settings(), 'list-keys', { storeId }).catch(fail('no keys could be read')))
    })
  keys
    .command('create')
    .description('makes a key and prints it, once')
    .requiredOption('--store <id>', 'id of the store')
    .requiredOption('--name <name>', 'what it is for, 1 to 255 characters')
    .option('--kind <private|public>', 'of a server, or of pages', 'private')
    .option('--scopes <list>', 'of a private key, separated by commas (all)')
    .option('--mode <sandbox|live>', 'the one mode in which it works (both)')
    .option('--addresses <list>', 'addresses and ranges from which it works (all)')
    .option('--expires-at <date>', 'when it ends (never)')
    .action(async (flags: KeyFlags) => {
      const input = { storeId: flags.store, key: newKeyOf(flags) }
      print(await run(settings(), 'create-key', input).catch(fail('no key could be made')))
    })
  keys
    .command('revoke')
    .description('ends a key, and on request those that it has made')
    .requiredOption('--store <id>', 'id of the store')
    .requiredOption('--key <id>', 'id of the key')
    .option('--cascade', 'ends the keys that it has made as well', false)
    .action(async ({ store: storeId, key: keyId, cascade }: RevokeFlags) => {
      const input = { storeId, keyId, cascade }
      print(await run(settings(), 'revoke-key', input).catch(fail('the key could not be revoked')))
    })
}

function newKeyOf({ name, kind, scopes, mode, addresses, expiresAt }: KeyFlags): ApiKeyWish {
  const flags = {
    ...{ name: name.trim(), kind, scopes: listOf(scopes), mode },
    ...{ addresses: listOf(addresses), expires_at: expiresAt },
  }
  return checkFlags(CreateApiKeyBody, flags)
}
