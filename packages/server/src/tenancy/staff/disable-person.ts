import type { Person } from '../../model/staff/person.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../actions/acted.ts'
import { withdrawalOf } from '../approvals/ends.ts'
import { lockPendingOf } from '../approvals/store.ts'
import type { RealWriting } from '../caller/context.ts'
import { listPrivateViews, viewRemoval } from '../saved-views/store.ts'
import { endSessions } from '../sessions/issue.ts'
import { listOpenSessions } from '../sessions/store.ts'
import { countAdmins, lockPerson, lockStaff } from '../staff-accounts/store.ts'
import { linkWithdrawal, listOpenLinks } from '../staff-links/store.ts'
import { decideDisabling } from './rules.ts'

/** At once: sessions end, no link or factor of theirs opens anything, and their own views go. */
export function disablePerson(
  writing: RealWriting,
  { staffId }: { readonly staffId: string },
): Promise<Person> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    await lockStaff(tx)
    const known = existing(await lockPerson(tx, staffId), 'staff', staffId)
    const otherAdmins = await countAdmins(tx, staffId)
    const person = accept(decideDisabling({ person: known, otherAdmins }))
    const disabledAt = clock.now()
    const open = await listOpenSessions(tx, staffId)
    const links = await listOpenLinks(tx, staffId)
    const pending = await lockPendingOf(tx, staffId)
    const own = await listPrivateViews(tx, staffId)
    return tx.commit(
      { ...person, disabledAt },
      acted(
        writing,
        { action: 'staff.disable', object: { kind: 'staff', id: staffId }, storeId: null },
        { table: 'staff', where: { id: staffId }, set: { disabledAt } },
        ...links.map((link) => linkWithdrawal(link, disabledAt)),
        viewRemoval(own),
      ),
      ...endSessions(writing, open, 'disabled'),
      ...pending.map((each) => withdrawalOf(writing, each, disabledAt).written),
    )
  })
}
