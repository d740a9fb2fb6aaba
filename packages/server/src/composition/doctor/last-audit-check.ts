import { readFileSync } from 'node:fs'
import { codeOf } from '../../platform/narrow.ts'
import { type Check, inWords, ok, problem, warning } from './check.ts'

/** As the alert `SvcAuditOld`. */
const OLD_MS = 8 * 24 * 3_600_000

const NAME = 'audit'

/** By what `svc audit --metrics FILE` has left. */
export function lastAuditCheck(path: string, now: Date): Check {
  const nightly = `run \`svc audit --metrics ${path}\` every night`
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return warning(NAME, `${path} cannot be read: ${codeOf(error)}`, nightly)
  }
  const figure = (name: string) =>
    Number(new RegExp(`^${name} ([0-9.e+]+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  const ageMs = now.getTime() - figure('svc_audit_timestamp_seconds') * 1_000
  const findings = figure('svc_audit_findings')
  if (Number.isNaN(ageMs + findings)) return warning(NAME, `${path} says of no audit`, nightly)
  const age = `the last ended ${inWords(Math.max(0, ageMs))} ago`
  if (findings > 0) {
    const advice = 'run `svc audit --json`, and see incidents.md, "SvcAuditFindings"'
    return problem(NAME, `${age} and found ${findings} invariants broken`, advice)
  }
  if (ageMs > OLD_MS) return warning(NAME, age, nightly)
  return ok(NAME, `${age} and found nothing`)
}
