import { renameSync, writeFileSync } from 'node:fs'
import type { AuditReport } from '../../audit/audit.ts'

/**
 * What Prometheus is shown of an audit, as a file for the text files of its node exporter. It is
 * there whole or not at all, however often it is read meanwhile.
 */
export function writeAuditFigures(file: string, report: AuditReport, now: Date): void {
  const figures = [
    ['svc_audit_timestamp_seconds', 'When the last audit ended', now.getTime() / 1_000],
    ['svc_audit_findings', 'Invariants that it found broken', report.findings.length],
    ['svc_audit_orders', 'Orders that it looked at', report.checked.orders],
  ] as const
  const text = figures.map(
    ([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`,
  )
  // The exporter reads files that end in .prom only.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text.join(''))
  renameSync(unfinished, file)
}
