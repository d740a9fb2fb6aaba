import { withoutSecrets } from '../../tenancy/actions/changes.ts'

/** Members that hold what the checker need not read. */
const HIDDEN = /password|secret|token|document|birthday|phone|iban/i
const LAST = 4

/** A body as it may be read: of numbers their end, of secrets nothing. */
export function shownBody(body: unknown): unknown {
  const text = JSON.stringify(body ?? null, (name, value) =>
    HIDDEN.test(name) && typeof value !== 'object' ? hidden(name, value) : value,
  )
  return JSON.parse(withoutSecrets(text))
}

function hidden(name: string, value: unknown): string {
  return /iban|document|phone/i.test(name) ? `…${String(value).slice(-LAST)}` : '…'
}
