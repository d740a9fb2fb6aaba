import type { Command } from 'commander'
import { exitCodes } from '../../platform/exit-codes.ts'
import { type Environment, settingsOf } from '../command-line.ts'
import { problem } from '../doctor/check.ts'
import { examine, type Places, type Report, reportOf } from '../doctor/examine.ts'
import { read } from './without-service.ts'

type Options = Places & { readonly json?: boolean }

/** `svc doctor`: 0 no problem, 1 a problem. */
export function addDoctor(program: Command, environment: Environment): void {
  program
    .command('doctor')
    .description(
      'looks at settings, database, clock, disk, certificates, secrets and work that is late, ' +
        'and says what to do; it changes nothing: 0 no problem (warnings perhaps), 1 a problem',
    )
    .option('--json', 'print the report as JSON')
    .option('--disk <folder>', 'folder on the disk of the database (DATA_DIR of the embedded one)')
    .option('--audit <file>', 'file written by `audit --metrics`')
    .action(async ({ json, ...places }: Options) => {
      const show = (report: Report): void => {
        process.stdout.write(json === true ? `${JSON.stringify(report, null, 2)}\n` : text(report))
      }
      const settings = settingsOf(program, environment, (faults) => {
        const advice = 'see docs/reference/settings.md'
        show(reportOf(faults.map((fault) => problem('settings', fault, advice))))
        process.exit(exitCodes.findings)
      })
      const report = await examine({
        ...{ settings, environment, places },
        collect: (of) => read(of, 'doctor', {}),
      })
      show(report)
      if (report.status === 'problem') process.exitCode = exitCodes.findings
    })
}

function text({ checks, skipped }: Report): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ status, name, message, advice }) => [
    `${status.padEnd('problem'.length)}  ${name.padEnd(width)}  ${message}`,
    ...(advice === undefined ? [] : [`         -> ${advice}`]),
  ])
  const left = skipped.map(({ name, advice }) => `not looked at: ${name} (${advice})`)
  const count = (wanted: string) => checks.filter(({ status }) => status === wanted).length
  const counts = `problems: ${count('problem')}, warnings: ${count('warning')}`
  const sums = `checks: ${checks.length}, ${counts}`
  return `${[...lines, ...left, sums].join('\n')}\n`
}
