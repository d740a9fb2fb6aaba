import { leavesInClear } from '../../platform/network/in-clear.ts'
import type { OidcSettings } from '../../tenancy/oidc/provider.ts'
import type { SettingName } from '../setting-table.ts'

type Reading = {
  readonly text: (name: SettingName) => string | undefined
  readonly fault: (name: SettingName, sentence: string) => undefined
  readonly readYes: (text: string) => boolean | undefined
}

const MINE = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const CLAIM = /^[\x21-\x7e]{1,255}$/

/** Reads `OIDC_…`: the first three stand together, or none of all does. */
export function readOidc({ text, fault, readYes }: Reading): OidcSettings | undefined {
  const issuer = text('OIDC_ISSUER')
  const clientId = text('OIDC_CLIENT_ID')
  const clientSecret = text('OIDC_CLIENT_SECRET')
  const rolesClaim = text('OIDC_ROLES_CLAIM')
  const isOnlyWay = readYes(text('OIDC_ONLY') ?? 'no')
  if (isOnlyWay === undefined) fault('OIDC_ONLY', 'must be yes or no')
  const isWanted = rolesClaim !== undefined || isOnlyWay === true || MINE.some((name) => text(name))
  if (!isWanted) return undefined
  for (const name of MINE)
    if (text(name) === undefined) fault(name, 'is required to sign people in by a provider')
  if (issuer !== undefined && !isIssuer(issuer))
    fault('OIDC_ISSUER', 'must be an https address without query, or an http one of this machine')
  if (rolesClaim !== undefined && !CLAIM.test(rolesClaim))
    fault('OIDC_ROLES_CLAIM', 'must be the name of one claim')
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret, rolesClaim, isOnlyWay: isOnlyWay === true }
}

/** As the provider writes it in its tokens: what leads to its document is not its name. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return false
  return !leavesInClear(url) && !url.pathname.includes('/.well-known/')
}
