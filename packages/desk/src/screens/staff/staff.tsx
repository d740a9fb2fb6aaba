/** The lender's people and those of stores; who may invites them and changes their roles. */
import { useState } from 'preact/hooks'
import { usePowers } from '../../client/powers.ts'
import { write } from '../../client/writing.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { SureButton } from '../../parts/sure-button.tsx'
import { Moment, Words } from '../../parts/values.tsx'
import { tb } from '../../texts/book.ts'
import { th } from '../../texts/house.ts'
import { t, word } from '../../texts/texts.ts'
import { Invite, type Person, RolesDialog } from './staff-forms.tsx'

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
    { name: 'name', cell: ({ name }) => <Words>{name}</Words> },
    { name: 'email', cell: ({ email }) => <Words>{email}</Words> },
    {
      name: 'roles',
      cell: (person) => (
        <>
          {[...person.roles, ...person.stores.map(({ role }) => role)].map(word).join(', ')}{' '}
          {may.write && isOurs(person) && (
            <button
              type="button"
              class="small"
              aria-label={`${tb.roles.change}: ${person.name}`}
              onClick={() => onChange(person)}
            >
              {tb.roles.button}
            </button>
          )}
        </>
      ),
    },
    { name: 'created', isEnd: true, cell: ({ created }) => <Moment at={created} /> },
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
        <Block title={tb.roles.invite}>
          <Permitted permission="staff:write" what={tb.roles.invite}>
            <Invite />
          </Permitted>
        </Block>
      </div>
      {changing && <RolesDialog person={changing} onClose={() => setChanging(undefined)} />}
    </Page>
  )
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
