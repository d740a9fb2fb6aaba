import type { Reader } from '../database/database.ts'
export type AuditReport = {
  checked: { orders: number; entries: number }
  checks: { invariant: string; title: string }[]
  findings: {
    invariant: string
    message: string
    store_id: string
    order_id: string
    count: number
  }[]
}
export async function audit(_reader: Reader): Promise<AuditReport> {
  throw new Error('stub')
}
