import { InviteBody, StoreInviteBody } from '@svc/api'
import type { Command } from 'commander'
import { type Environment, settingsOf } from '../command-line.ts'
import { reachable } from '../reachable.ts'
import type { Settings } from '../settings.ts'
import { fail, refuse, run } from './command-run.ts'
import { checkFlags, listOf } from './flags.ts'
import type { StaffInput } from './staff-commands.ts'
import { read } from './without-service.ts'

type InviteFlags = {
  readonly first?: boolean
  readonly name?: string
  readonly email?: string
  readonly roles?: string
  readonly store?: string
  readonly as?: string
}

/** `svc staff …`: people of the lender and of stores. All answers are JSON. */
export function addStaff(program: Command, environment: Environment): void {
  const settings = () => settingsOf(program, environment, refuse)
  const print = (answer: object) =>
    void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
  const staff = program.command('staff').description('people of the lender and of stores')
  staff
    .command('list')
    .description('lists all staff, newest first')
    .action(async () => {
      print(await read(settings(), 'list-staff', {}).catch(fail('the staff could not be read')))
    })
  addInvite(staff, settings, print)
  staff
    .command('disable <email>')
    .description('disables a person: their sessions end immediately')
    .action(async (email: string) => {
      const failed = fail('the person could not be disabled')
      print(await run(settings(), 'disable-staff', { email }).catch(failed))
    })
  staff
    .command('recover <email>')
    .description(
      'prints a link for someone who has lost every factor; opening it removes the old ones',
    )
    .action(async (email: string) => {
      const input = { email, baseUrl: addressOf(settings()) }
      print(
        await run(settings(), 'recover-staff', input).catch(fail('the link could not be created')),
      )
    })
  staff
    .command('sessions <email>')
    .description('lists the sessions of a person')
    .option('--end', 'ends all sessions of the person', false)
    .action(async (email: string, { end }: { end: boolean }) => {
      const failed = fail('the sessions could not be read')
      print(await run(settings(), end ? 'end-sessions' : 'list-sessions', { email }).catch(failed))
    })
}

function addInvite(
  staff: Command,
  settings: () => Settings,
  print: (answer: object) => void,
): void {
  staff
    .command('invite')
    .description('invites a person and prints the link once')
    .option('--first', 'invites the first administrator, who enters their own name')
    .option('--name <name>', 'name of the person')
    .option('--email <address>', 'e-mail address of the person')
    .option(
      '--roles <list>',
      'roles at the lender: support,collections,risk,finance,admin or auditor',
    )
    .option('--store <id>', 'id of the store, for store staff')
    .option('--as <role>', 'role in the store: store_owner, store_operator or store_viewer')
    .action(async (flags: InviteFlags) => {
      const baseUrl = addressOf(settings())
      const failed = fail('the person could not be invited')
      if (flags.first === true) {
        return print(await run(settings(), 'offer-first', { baseUrl }).catch(failed))
      }
      const input = { baseUrl, person: personOf(flags) }
      print(await run(settings(), 'invite-staff', input).catch(failed))
    })
}

/** Values that the API would refuse are refused here too. */
function personOf({
  name,
  email,
  roles,
  store,
  as: role,
}: InviteFlags): NonNullable<StaffInput['person']> {
  if (store === undefined) return checkFlags(InviteBody, { name, email, roles: listOf(roles) })
  const flags = checkFlags(StoreInviteBody, { name, email, store, as: role })
  return { name: flags.name, email: flags.email, storeId: flags.store, role: flags.as }
}

/** The address of the desk, as far as the command line knows. */
function addressOf({ baseUrl, deskAt, host, port }: Settings): string {
  if (deskAt !== undefined) return deskAt.url ?? `http://${reachable(deskAt.host)}:${deskAt.port}`
  return baseUrl ?? `http://${host}:${port}`
}
