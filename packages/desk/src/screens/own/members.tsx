/** The people of the store: an owner invites them and sends them away. */
import type { Answered, InvitedMemberAnswer, MemberAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { Choice } from '../../parts/choice.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Fault, Field, Form, useSending } from '../../parts/form.tsx'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Moment, Words } from '../../parts/values.tsx'
import { to } from '../../texts/own.ts'
import { t, word } from '../../texts/texts.ts'

type Member = Answered<typeof MemberAnswer>
const ROLES = ['store_operator', 'store_viewer', 'store_owner'] as const

const members: ListDefinition<Member> = {
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
    { name: 'role', cell: ({ role }) => word(role) },
    { name: 'since', isEnd: true, cell: ({ since }) => <Moment at={since} /> },
    { name: 'end', isEnd: true, cell: (member) => <End member={member} /> },
  ],
}

export const Screen = () => (
  <Page title={t.screens.members}>
    <div class="stack">
      <List list={members} />
      <Block title={to.members.invite}>
        <Permitted permission="staff:write" what={to.members.invite}>
          <Invite />
        </Permitted>
      </Block>
    </div>
  </Page>
)

/** Asked once more: every session of the person ends. */
function End({ member: { id, name } }: { member: Member }) {
  const sending = useSending()
  const [isSure, setSure] = useState(false)
  const end = () => write({ method: 'DELETE', path: `/me/staff/${id}` })
  return (
    <>
      <button
        type="button"
        class={isSure ? 'danger small' : 'small'}
        aria-label={`${isSure ? to.members.sure : to.members.end}: ${name}`}
        onClick={() => (isSure ? void sending.send(end) : setSure(true))}
      >
        {isSure ? to.members.sure : to.members.end}
      </button>
      <Fault failure={sending.failure} />
    </>
  )
}

function Invite() {
  const sending = useSending()
  const [invited, setInvited] = useState<Answered<typeof InvitedMemberAnswer>>()
  if (invited !== undefined) {
    return (
      <div class="note" role="status">
        <p>{invited.link === null ? to.members.joined : to.members.link}</p>
        {invited.link !== null && (
          <p>
            <code class="secret">{invited.link}</code> <CopyButton text={invited.link} />
          </p>
        )}
        <button type="button" onClick={() => setInvited(undefined)}>
          {to.members.another}
        </button>
      </div>
    )
  }
  return (
    <Form
      sending={sending}
      button={to.members.invite}
      onSend={async (body) => setInvited(await write({ method: 'POST', path: '/me/staff', body }))}
    >
      <Field label={word('name')} input={{ name: 'name', required: true, autocomplete: 'off' }} />
      <Field
        label={word('email')}
        input={{ name: 'email', type: 'email', required: true, autocomplete: 'off' }}
      />
      <Choice
        label={word('role')}
        name="role"
        options={ROLES.map((role) => [role, word(role)] as const)}
      />
    </Form>
  )
}
