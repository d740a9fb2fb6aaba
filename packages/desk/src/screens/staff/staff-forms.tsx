import type { Answered, StaffPage } from '@svc/api'
import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { ApprovalNote, approvalIn } from '../../parts/approval.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, useSending } from '../../parts/form.tsx'
import { ReasonFields, reasonIn } from '../../parts/reason.tsx'
import { Gains, Invite } from '../../parts/roles.tsx'
import { tb } from '../../texts/book.ts'
import { th } from '../../texts/house.ts'
import { word } from '../../texts/texts.ts'

export type Person = Answered<typeof StaffPage>['results'][number]

export const ROLES = [
  ...(['support', 'collections', 'risk', 'finance', 'admin', 'auditor'] as const),
] as const satisfies Person['roles']

type RolesProps = {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (roles: ReadonlySet<string>) => void
}

function Roles({ chosen, onChange }: RolesProps) {
  return (
    <fieldset class="choice">
      <legend>{word('roles')}</legend>
      {ROLES.map((role) => (
        <label key={role} class="check">
          <input
            type="checkbox"
            checked={chosen.has(role)}
            onChange={() => onChange(chosen.symmetricDifference(new Set([role])))}
          />
          {word(role)}
        </label>
      ))}
    </fieldset>
  )
}

const CODES = ['routine', 'security', 'other'] as const

type RolesDialogProps = { readonly person: Person; readonly onClose: () => void }

/** Shows what it adds and removes before it is sent or requested. */
export function RolesDialog({ person: { id, name, roles }, onClose }: RolesDialogProps) {
  const sending = useSending()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(roles))
  const [approval, setApproval] = useState<string>()
  const next = ROLES.filter((role) => chosen.has(role))
  const isSame = chosen.symmetricDifference(new Set(roles)).size === 0
  return (
    <Dialog title={`${tb.roles.change}: ${name}`} onClose={onClose}>
      {approval === undefined ? (
        <Form
          sending={sending}
          button={th.staff.save}
          isOff={isSame || next.length === 0}
          onSend={async (values) => {
            const body = { roles: next, ...reasonIn(values) }
            const answer = await write({ method: 'PATCH', path: `/lender/staff/${id}`, body })
            const waiting = approvalIn(answer)
            if (waiting === undefined) onClose()
            else setApproval(waiting)
          }}
        >
          <Roles chosen={chosen} onChange={setChosen} />
          <Gains before={roles} after={next} />
          <ReasonFields codes={CODES} />
        </Form>
      ) : (
        <ApprovalNote id={approval} />
      )}
    </Dialog>
  )
}

export function InviteStaff() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return (
    <Invite
      path="/lender/staff"
      isOff={chosen.size === 0}
      bodyOf={({ name, email, ...values }) => ({
        ...{ name, email, roles: [...chosen] },
        ...reasonIn(values),
      })}
      onSent={() => setChosen(new Set())}
    >
      <Roles chosen={chosen} onChange={setChosen} />
      <ReasonFields codes={CODES} />
    </Invite>
  )
}
