import type { Command } from 'commander'
import type { AuditReport, Finding } from '../../audit/audit.ts'
import { exitCodes } from '../../platform/exit-codes.ts'
import { messageOf } from '../../platform/narrow.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { type Environment, settingsOf } from '../command-line.ts'
import { writeAuditFigures } from './audit-figures.ts'
import { print } from './command-run.ts'
import { replaceFile } from './replace-file.ts'
import { readCheckpoint, readSealCopies } from './seal-copies-file.ts'
import { read } from './without-service.ts'

type Options = { readonly json?: boolean } & Partial<
  Readonly<Record<'seals' | 'metrics' | 'since' | 'checkpoint', string>>
>

/** Each keeps a processor of the database busy. */
const AT_ONCE = 2

/** `svc audit`: 0 nothing found, 1 findings, 2 could not run. */
export function addAudit(program: Command, environment: Environment): void {
  program
    .command('audit')
    .description(
      'proves what must hold of all that is stored: 0 nothing found, 1 findings, 2 could not run',
    )
    .option('--json', 'print the report as JSON')
    .option(
      '--seals <file>',
      'what `seals --json` printed earlier: each of these must be stored unchanged',
    )
    .option('--metrics <file>', 'writes the end time and findings, for Prometheus')
    .option('--checkpoint <file>', 'writes a checkpoint if nothing was found')
    .option('--since <file>', 'continues from a `--checkpoint`: reads only newer data')
    .action(async ({ json, seals, metrics, ...files }: Options) => {
      const settings = settingsOf(program, environment, (faults) => {
        for (const fault of faults) print(fault)
        process.exit(exitCodes.notRun)
      })
      try {
        // The embedded database has one session, which the service needs as well.
        const atOnce = settings.databaseUrl === undefined ? 1 : AT_ONCE
        const sealCopies = seals === undefined ? undefined : readSealCopies(seals)
        const since = files.since === undefined ? undefined : readCheckpoint(files.since)
        const { checkpoint, ...report } = await read(settings, 'audit', {
          ...{ sealCopies, atOnce, since },
          checkpoint: files.checkpoint !== undefined,
        })
        if (checkpoint !== undefined && files.checkpoint !== undefined)
          replaceFile(files.checkpoint, `${JSON.stringify(checkpoint)}\n`)
        if (metrics !== undefined) writeAuditFigures(metrics, report, systemClock.now())
        if (json === true) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
        else show(report)
        process.exitCode = report.findings.length === 0 ? 0 : exitCodes.findings
      } catch (error) {
        print(`the audit could not run: ${messageOf(error)}`)
        process.exitCode = exitCodes.notRun
      }
    })
}

function show({ checked, checks, findings, audited, whole }: AuditReport): void {
  for (const finding of findings) process.stdout.write(findingLine(finding))
  const verdict =
    findings.length === 0 ? 'nothing found' : `${findings.length} invariants are broken`
  const { orders, entries, events, seals } = checked
  const counted = `${orders} orders, ${entries} ledger entries, ${events} events, ${seals} seals`
  process.stdout.write(`${counted}, ${checks.length} checks: ${verdict}\n`)
  if (whole !== audited) process.stdout.write(`what is newer; everything was read at ${whole}\n`)
}

export function findingLine({ invariant, message, store_id, order_id, count }: Finding): string {
  const place = [store_id, order_id].filter(Boolean).join('/')
  return `${invariant}  ${message}  ${place}  (${count} in all)\n`
}
