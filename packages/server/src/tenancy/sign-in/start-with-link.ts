import type { Action } from '../../model/actions/action.ts'
import type { StaffLink } from '../../model/staff/link.ts'
import { isAdmin, normalEmail, type Person } from '../../model/staff/person.ts'
import type { Transaction, Written } from '../../platform/database/database.ts'
import { accept, Refused } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { factorRemovals } from '../factors/store.ts'
import { beginSession, endSessions, type Issued } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { newPerson } from '../staff-accounts/people.ts'
import { hasStaff, lockPerson, lockStaff } from '../staff-accounts/store.ts'
import { hashLink } from '../staff-links/issue.ts'
import { decideLink } from '../staff-links/rules.ts'
import { linkUse, lockLink } from '../staff-links/store.ts'
import type { Ways } from './ways.ts'

type StartWithLinkInput = {
  readonly token: string
  /** The link of the first administrator, who does not exist yet. */
  readonly name: string | undefined
  readonly email: string | undefined
}

/** Opens a link, once: from then on its person sets up their factors. */
export function startWithLink(
  writing: RealWriting & Ways,
  { token, ...names }: StartWithLinkInput,
): Promise<Issued> {
  return writing.writer.transaction(null, async (tx) => {
    const now = writing.clock.now()
    const link = accept(decideLink(await lockLink(tx, hashLink(token)), now))
    const { person, open, written } =
      link.staffId === null
        ? await firstPerson(writing, tx, names)
        : await invited(writing, tx, { ...link, staffId: link.staffId })
    // Links that the server's command line created for an administrator work without the provider,
    // too.
    const isRescue = link.kind === 'recover' && isAdmin(person)
    if (writing.oidcOnly && !isRescue) throw new Refused('oidc_only')
    const begun = beginSession(writing, { person, factor: 'link', open })
    const use: Action = {
      action: 'link.use',
      object: { kind: 'staff_link', id: link.id },
      storeId: null,
      changes: { staff: { old: null, new: person.id } },
    }
    const used = acted(writing, use, linkUse(link, now))
    return tx.commit(begun.issued, ...written, used, ...begun.written)
  })
}

type Started = {
  readonly person: Person
  readonly open: Awaited<ReturnType<typeof listOpenSessions>>
  readonly written: readonly Written[]
}

/** There is nobody yet: the person with the link becomes the first administrator. */
async function firstPerson(
  writing: RealWriting,
  tx: Transaction,
  { name, email }: Pick<StartWithLinkInput, 'name' | 'email'>,
): Promise<Started> {
  const fields = {
    ...(name === undefined ? { name: ['is required of the first administrator'] } : {}),
    ...(email === undefined ? { email: ['is required of the first administrator'] } : {}),
  }
  if (name === undefined || email === undefined) throw new Refused('body_invalid', { fields })
  await lockStaff(tx)
  if (await hasStaff(tx)) throw new Refused('link_invalid')
  const wish = { kind: 'lender', name, email: normalEmail(email), roles: ['admin'] } as const
  const { person, written } = newPerson(writing, { ...wish, membership: null })
  return { person, open: [], written: [written] }
}

async function invited(
  writing: RealWriting,
  tx: Transaction,
  { kind, staffId }: StaffLink & { readonly staffId: string },
): Promise<Started> {
  const person = await lockPerson(tx, staffId)
  if (person === undefined || person.disabledAt !== null) throw new Refused('link_invalid')
  const open = await listOpenSessions(tx, staffId)
  if (kind !== 'recover') return { person, open, written: [] }
  // Their earlier factors are lost, or in other hands.
  const removal: Action = {
    action: 'factor.remove',
    object: { kind: 'staff', id: staffId },
    storeId: null,
    changes: { factors: 'changed' },
  }
  const removed = acted(writing, removal, ...factorRemovals(staffId))
  return { person, open: [], written: [removed, ...endSessions(writing, open, 'recovered')] }
}
