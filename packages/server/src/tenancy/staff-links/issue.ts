import { createHash } from 'node:crypto'
import type { StaffLink } from '../../model/staff/link.ts'
import type { Written } from '../../platform/database/database.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { LINK_MS } from './rules.ts'
import { linkRow, linkWithdrawal } from './store.ts'

const TOKEN_BYTES = 32

/** The token of a link is not stored: the table has its hash. */
export type IssuedLink = { readonly token: string; readonly expiresAt: Date }

export const hashLink = (token: string): string => createHash('sha256').update(token).digest('hex')

type Wanted = Pick<StaffLink, 'kind' | 'staffId'> & {
  /** The links that it replaces. */
  readonly open: readonly StaffLink[]
}

export function issueLink(
  writing: RealWriting,
  { kind, staffId, open }: Wanted,
): { issued: IssuedLink; written: Written } {
  const { clock, ids } = writing
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + LINK_MS[kind])
  const token = ids.bytes(TOKEN_BYTES).toString('base64url')
  const used = { usedAt: null, withdrawnAt: null }
  const link = { id: ids.next(), kind, staffId, createdAt, expiresAt, ...used }
  return {
    issued: { token, expiresAt },
    written: acted(
      writing,
      {
        action: 'link.make',
        object: { kind: 'staff_link', id: link.id },
        storeId: null,
        changes: {
          kind: { old: null, new: kind },
          expires_at: { old: null, new: expiresAt.toISOString() },
        },
      },
      ...open.map((each) => linkWithdrawal(each, createdAt)),
      linkRow(link, hashLink(token)),
    ),
  }
}

/** The URL at which a person opens it: the part after the `#` reaches no server, proxy or log. */
export const linkAddress = (baseUrl: string, { token }: IssuedLink): string =>
  `${baseUrl}/desk/start#${token}`
