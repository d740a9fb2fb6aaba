import { Refused } from '../refusal.ts'

/** The parameters of a query without its `?`; refuses broken percent-encoding (contract §12.5). */
export function readSearch(search: string): URLSearchParams {
  try {
    decodeURIComponent(search)
  } catch {
    const reason = 'the query is not percent-encoded'
    throw new Refused('request_malformed', { values: { reason } })
  }
  return new URLSearchParams(search)
}
