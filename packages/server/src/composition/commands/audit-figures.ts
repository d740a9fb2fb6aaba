import type { AuditReport } from '../../audit/audit.ts'
import { replaceFile } from './replace-file.ts'

/** The figures of an audit for Prometheus, as a file for the node exporter's text files. */
export function writeAuditFigures(file: string, report: AuditReport, now: Date): void {
  const whole = Date.parse(report.whole) / 1_000
  const figures = [
    ['svc_audit_timestamp_seconds', 'When the last audit ended', now.getTime() / 1_000],
    ['svc_audit_whole_timestamp_seconds', 'When one last read everything', whole],
    ['svc_audit_findings', 'Invariants that it found broken', report.findings.length],
    ['svc_audit_orders', 'Orders that it looked at', report.checked.orders],
  ] as const
  const text = figures.map(
    ([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`,
  )
  // The exporter reads files that end in .prom only.
  replaceFile(file, text.join(''))
}
