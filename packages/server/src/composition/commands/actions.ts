import type { Command } from 'commander'
import type { ActionReport } from '../../audit/verify-actions.ts'
import { exitCodes } from '../../platform/exit-codes.ts'
import { messageOf } from '../../platform/narrow.ts'
import { type Environment, settingsOf } from '../command-line.ts'
import { findingLine } from './audit.ts'
import { fail, print, refuse } from './command-run.ts'
import { readHeadCopies } from './head-copies-file.ts'
import { read } from './without-service.ts'

/** `svc actions verify` ends as `svc audit` does: 0 nothing found, 1 findings, 2 could not run. */
export function addActions(program: Command, environment: Environment): void {
  const actions = program.command('actions').description('the action log: who did what')
  actions
    .command('head')
    .description(
      "prints the head of each mode's chain; a copy stored elsewhere proves everything before it",
    )
    .option('--json', 'print the heads as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const settings = settingsOf(program, environment, refuse)
      const ends = await read(settings, 'action-heads', {}).catch(fail('the log cannot be read'))
      const lines = ends.map(({ mode, place, hash, sealed }) =>
        [mode, place, hash, sealed ?? 'not sealed'].join('  '),
      )
      process.stdout.write(`${json === true ? JSON.stringify(ends, null, 2) : lines.join('\n')}\n`)
    })
  actions
    .command('verify')
    .description('verifies that no action was changed, removed, moved or lost')
    .option('--json', 'print the report as JSON')
    .option('--against <file>', 'earlier output of `actions head --json`')
    .action(async ({ json, against }: { json?: boolean; against?: string }) => {
      const settings = settingsOf(program, environment, (faults) => {
        for (const fault of faults) print(fault)
        process.exit(exitCodes.notRun)
      })
      try {
        const headCopies = against === undefined ? undefined : readHeadCopies(against)
        const report = await read(settings, 'verify-actions', { headCopies })
        if (json === true) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
        else show(report)
        process.exitCode = report.findings.length === 0 ? 0 : exitCodes.findings
      } catch (error) {
        print(`the actions could not be verified: ${messageOf(error)}`)
        process.exitCode = exitCodes.notRun
      }
    })
}

function show({ checked, checks, findings }: ActionReport): void {
  for (const finding of findings) process.stdout.write(findingLine(finding))
  const verdict =
    findings.length === 0 ? 'nothing found' : `${findings.length} invariants are broken`
  process.stdout.write(`${checked.actions} actions, ${checks.length} checks: ${verdict}\n`)
}
