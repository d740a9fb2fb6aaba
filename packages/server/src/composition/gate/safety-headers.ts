import type { WholeService } from '../service/whole-service.ts'

/** A year. */
const REMEMBERED_SECONDS = 31_536_000

/**
 * For every answer, errors included, unless a page says otherwise: no cache on the way stores it,
 * no browser guesses its type, and under an https address no browser comes back without it (RFC
 * 6797).
 */
export function safetyHeaders({ baseUrl }: Pick<WholeService, 'baseUrl'>): Record<string, string> {
  const https = baseUrl().startsWith('https:')
  return {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(https ? { 'strict-transport-security': `max-age=${REMEMBERED_SECONDS}` } : {}),
  }
}
