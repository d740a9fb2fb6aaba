/** The people of the store: an owner invites them, changes their role and sends them away. */
import type { Answered, InvitedMemberAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { Choice } from '../../parts/choice.tsx'
import { Fault, Field, Form, useSending } from '../../parts/form.tsx'
import { Invited } from '../../parts/invited.tsx'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { SureButton } from '../../parts/sure-button.tsx'
import { Moment, Words } from '../../parts/values.tsx'
import { tb } from '../../texts/book.ts'
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
          {word(member.role)}{' '}
          <button
            type="button"
            class="small"
            aria-label={`${tb.roles.change}: ${member.name}`}
            onClick={() => onChange(member)}
          >
            {tb.roles.button}
          </button>
        </>
      ),
    },
    { name: 'since', isEnd: true, cell: ({ since }) => <Moment at={since} /> },
    { name: 'end', isEnd: true, cell: (member) => <End member={member} /> },
  ],
})

export function Screen() {
  const [changing, setChanging] = useState<Member>()
  return (
    <Page title={t.screens.members}>
      <div class="stack">
        <List list={membersOf(setChanging)} />
        <Block title={tb.roles.invite}>
          <Permitted permission="staff:write" what={tb.roles.invite}>
            <Invite />
          </Permitted>
        </Block>
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

function Invite() {
  const sending = useSending()
  const [invited, setInvited] = useState<Answered<typeof InvitedMemberAnswer>>()
  if (invited !== undefined) {
    return (
      <div class="stack">
        <Invited link={invited.link} joined={to.members.joined} />
        <button type="button" onClick={() => setInvited(undefined)}>
          {tb.roles.another}
        </button>
      </div>
    )
  }
  return (
    <Form
      sending={sending}
      button={tb.roles.invite}
      onSend={async (body) => setInvited(await write({ method: 'POST', path: '/me/staff', body }))}
    >
      <Field label={word('name')} input={{ name: 'name', required: true, autocomplete: 'off' }} />
      <Field
        label={word('email')}
        input={{ name: 'email', type: 'email', required: true, autocomplete: 'off' }}
      />
      <Choice label={word('role')} name="role" options={roleChoices()} />
    </Form>
  )
}
