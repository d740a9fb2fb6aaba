/**
 * `svc <command>`, or `npm run svc -- <command>`: what an operator does outside the API. Its stdout
 * carries only the answer. Each command has a file in `commands/`.
 */
import { commandWithSettings, secretFlags } from './composition/command-line.ts'
import { addActions } from './composition/commands/actions.ts'
import { addApr } from './composition/commands/apr.ts'
import { addAudit } from './composition/commands/audit.ts'
import { addBackup } from './composition/commands/backup.ts'
import { refuse } from './composition/commands/command-run.ts'
import { addDoctor } from './composition/commands/doctor.ts'
import { addJobs } from './composition/commands/jobs.ts'
import { addKeys } from './composition/commands/keys.ts'
import { addLenderKeys } from './composition/commands/lender-keys.ts'
import { addMigrate } from './composition/commands/migrate.ts'
import { addPersons } from './composition/commands/persons.ts'
import { addRates } from './composition/commands/rates.ts'
import { addRekey } from './composition/commands/rekey.ts'
import { addRestore } from './composition/commands/restore.ts'
import { addSeals } from './composition/commands/seals.ts'
import { addStaff } from './composition/commands/staff.ts'
import { addStores } from './composition/commands/stores.ts'

const faults = secretFlags(process.argv)
if (faults.length > 0) refuse(faults)
const program = commandWithSettings('svc').description('Store financing service')

// Programs of their own, which `svc.ts` starts without loading all this.
program.command('start').description('starts the service; takes only the options above')
program
  .command('ready')
  .description('exits with 0 if the service at HOST and PORT is ready, otherwise 1')
addAudit(program, process.env)
addSeals(program, process.env)
addActions(program, process.env)
addDoctor(program, process.env)
addMigrate(program, process.env)
addBackup(program, process.env)
addRestore(program, process.env)
addStores(program, process.env)
addKeys(program, process.env)
addLenderKeys(program, process.env)
addStaff(program, process.env)
addPersons(program, process.env)
addRates(program, process.env)
addJobs(program, process.env)
addRekey(program, process.env)
addApr(program)

await program.parseAsync()
