/** The lender's people and those of stores; who may invites them and changes their roles. */
import { useState } from 'preact/hooks'
import { usePowers } from '../../client/powers.ts'
import { write } from '../../client/writing.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { ChangeRole } from '../../parts/roles.tsx'
import { SureButton } from '../../parts/sure-button.tsx'
import { Moment, NONE, Words } from '../../parts/values.tsx'
import { th } from '../../texts/house.ts'
import { t, word } from '../../texts/texts.ts'
import { InviteStaff, type Person, ROLES, RolesDialog } from './staff-forms.tsx'

type May = { readonly write: boolean; readonly end: boolean }

/** Who may do none of it reads below by whom it is done. */
const staffOf = (may: May, onChange: (person: Person) => void): ListDefinition<Person> => ({
  name: 'staff',
  path: '/lender/staff',
  ofNoMode: true,
  peopleOnly: true,
  news: 'staff',
  filters: [],
  keyOf: ({ id }) => id,
  columns: [
    {
      name: 'name',
      cell: ({ name, email, stores }) => (
        <div>
          <Words>{name}</Words>
          <br />
          <small class="soft">
            <Words>{email}</Words>
            {stores.map(({ role, store_id: id }) => (
              <span key={id}> · {word(role)}</span>
            ))}
          </small>
        </div>
      ),
    },
    ...(may.write
      ? [{ name: 'roles', cell: (person: Person) => <Roles {...{ person, onChange }} /> }]
      : []),
    ...ROLES.map((role) => ({
      name: role,
      cell: (person: Person) => <Mark {...{ person, role }} />,
    })),
    { name: 'factors', cell: (person) => factorsOf(person) },
    { name: 'last_sign_in', isEnd: true, cell: (person) => <Moment at={person.last_sign_in} /> },
    { name: 'disabled_at', isEnd: true, cell: (person) => <Ending {...{ person, may }} /> },
  ],
})

const isOurs = ({ kind, disabled_at: at }: Person): boolean => kind === 'lender' && at === null

export function Screen() {
  const [changing, setChanging] = useState<Person>()
  const lineOf = usePowers()
  const isOwn = (permission: string) => lineOf(permission)?.own === true
  const may = { write: isOwn('staff:write'), end: isOwn('staff:end') }
  return (
    <Page title={t.screens.staff}>
      <div class="stack">
        <List list={staffOf(may, setChanging)} />
        <InviteStaff />
      </div>
      {changing && <RolesDialog person={changing} onClose={() => setChanging(undefined)} />}
    </Page>
  )
}

type RolesProps = { readonly person: Person; readonly onChange: (person: Person) => void }

/** They have separate columns. */
const Roles = ({ person, onChange }: RolesProps) =>
  isOurs(person) ? <ChangeRole name={person.name} onChange={() => onChange(person)} /> : NONE

type MarkProps = { readonly person: Person; readonly role: (typeof ROLES)[number] }

const Mark = ({ person: { roles }, role }: MarkProps) =>
  roles.includes(role) ? (
    <>
      <span aria-hidden="true">●</span>
      <span class="unseen">{word(role)}</span>
    </>
  ) : (
    NONE
  )

/** How they sign in, in words. */
function factorsOf({ factors: { passkeys, password, totp, oidc } }: Person) {
  const known = [
    ...(passkeys > 0 ? [`${word('passkey')} × ${passkeys}`] : []),
    ...(password && totp ? [th.staff.password] : []),
    ...(oidc ? ['OIDC'] : []),
  ]
  return known.length === 0 ? NONE : known.join(', ')
}

type EndingProps = { readonly person: Person; readonly may: May }

/** At once and by one: it protects. */
function Ending({ person: { id, name, disabled_at: at }, may }: EndingProps) {
  const sending = useSending()
  if (at !== null || !may.end) return <Moment at={at} />
  const end = (act: string) => () =>
    void sending.send(() => write({ method: 'POST', path: `/lender/staff/${id}/${act}` }))
  return (
    <>
      <SureButton label={th.staff.endSessions} what={name} onSure={end('end-sessions')} />{' '}
      <SureButton label={th.staff.disable} what={name} onSure={end('disable')} />
      <Fault failure={sending.failure} />
    </>
  )
}
