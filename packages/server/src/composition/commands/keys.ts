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
    .description('lists the keys of a store, without their secrets')
    .requiredOption('--store <id>', 'id of the store')
    .action(async ({ store: storeId }: { store: string }) => {
      print(
        await read(settings(), 'list-keys', { storeId }).catch(fail('the keys could not be read')),
      )
    })
  keys
    .command('create')
    .description('creates a key and prints it once')
    .requiredOption('--store <id>', 'id of the store')
    .requiredOption('--name <name>', 'name of the key, 1 to 255 characters')
    .option('--kind <private|public>', 'for a server, or for pages', 'private')
    .option('--scopes <list>', 'scopes of a private key, comma-separated (all)')
    .option('--mode <sandbox|live>', 'mode that the key is limited to (both)')
    .option('--addresses <list>', 'IP addresses and ranges that the key is limited to (all)')
    .option('--expires-at <date>', 'when the key expires (never)')
    .action(async (flags: KeyFlags) => {
      const input = { storeId: flags.store, key: newKeyOf(flags) }
      print(await run(settings(), 'create-key', input).catch(fail('the key could not be created')))
    })
  keys
    .command('revoke')
    .description('revokes a key and, on request, the keys created with it')
    .requiredOption('--store <id>', 'id of the store')
    .requiredOption('--key <id>', 'id of the key')
    .option('--cascade', 'also revokes the keys created with it', false)
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
