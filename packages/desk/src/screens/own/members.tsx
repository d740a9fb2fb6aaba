/** The people of the store: an owner invites them, changes their role and sends them away. */
import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { Choice } from '../../parts/choice.tsx'
import { Fault, useSending } from '../../parts/form.tsx'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { ChangeRole, Invite } from '../../parts/roles.tsx'
import { SureButton } from '../../parts/sure-button.tsx'
import { Moment, Words } from '../../parts/values.tsx'
import { to } from '../../texts/own.ts'
import { t, word } from '../../texts/texts.ts'
import { type Member, RoleDialog, roleChoices } from './member-role.tsx'

const membersOf = (onChange: (member: Member) => void): ListDefinition<Member> => ({
  name: 'members',
  path: '/me/staff',
  ofNoMode: true,
  peopleOnly: true,
  news: 'staff',
  filters: [],
  keyOf: ({ id }) => id,
  columns: [
    { name: 'name', cell: ({ name }) => <Words>{name}</Words> },
    { name: 'email', cell: ({ email }) => <Words>{email}</Words> },
    {
      name: 'role',
      cell: (member) => (
        <>
          {word(member.role)} <ChangeRole name={member.name} onChange={() => onChange(member)} />
        </>
      ),
    },
    { name: 'since', isEnd: true, cell: ({ since }) => <Moment at={since} /> },
    { name: 'acts', isEnd: true, cell: (member) => <End member={member} /> },
  ],
})

export function Screen() {
  const [changing, setChanging] = useState<Member>()
  return (
    <Page title={t.screens.members}>
      <div class="stack">
        <List list={membersOf(setChanging)} />
        <Invite path="/me/staff" joined={to.members.joined}>
          <Choice label={word('role')} name="role" options={roleChoices()} />
        </Invite>
      </div>
      {changing && <RoleDialog member={changing} onClose={() => setChanging(undefined)} />}
    </Page>
  )
}

/** Asked once more: every session of the person ends. */
function End({ member: { id, name } }: { member: Member }) {
  const sending = useSending()
  const end = () => write({ method: 'DELETE', path: `/me/staff/${id}` })
  return (
    <>
      <SureButton label={to.members.end} what={name} onSure={() => void sending.send(end)} />
      <Fault failure={sending.failure} />
    </>
  )
}
