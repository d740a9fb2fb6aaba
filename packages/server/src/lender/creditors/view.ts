import type { Answered, CreditorAnswer, CreditorItem, CreditorVersionAnswer } from '@svc/api'
import type { CreditorVersion, WholeCreditor } from '../../model/creditors/creditor.ts'
import { utcMicros } from '../../platform/time/dates.ts'

function versionView(creditor: CreditorVersion): Answered<typeof CreditorVersionAnswer> {
  const { version, identity, createdAt } = creditor
  return { version, ...identity, created: utcMicros(createdAt) }
}

export function creditorItem(creditor: CreditorVersion): Answered<typeof CreditorItem> {
  return { id: creditor.id, ...versionView(creditor) }
}

export function creditorView({ newest, versions }: WholeCreditor): Answered<typeof CreditorAnswer> {
  return { ...creditorItem(newest), versions: versions.map(versionView) }
}
