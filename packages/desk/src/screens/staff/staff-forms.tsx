import type { Answered, InvitedAnswer, StaffPage } from '@svc/api'
import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { ApprovalNote, approvalIn } from '../../parts/approval.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Form, useSending } from '../../parts/form.tsx'
import { Gains } from '../../parts/gains.tsx'
import { Invited } from '../../parts/invited.tsx'
import { ReasonFields, reasonIn } from '../../parts/reason.tsx'
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

/** What they gain and lose by it stands there before it is sent, or asked for. */
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

/** Their link is shown this once; where it takes two, to who has asked, once it is approved. */
export function Invite() {
  const sending = useSending()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [answer, setAnswer] = useState<Answered<typeof InvitedAnswer>>()
  if (answer !== undefined) {
    const waiting = approvalIn(answer)
    return (
      <div class="stack">
        {waiting === undefined ? <Invited link={answer.link} /> : <ApprovalNote id={waiting} />}
        <button type="button" onClick={() => setAnswer(undefined)}>
          {tb.roles.another}
        </button>
      </div>
    )
  }
  return (
    <Form
      sending={sending}
      button={tb.roles.invite}
      isOff={chosen.size === 0}
      onSend={async ({ name, email, ...values }) => {
        const body = { name, email, roles: [...chosen], ...reasonIn(values) }
        setAnswer(await write({ method: 'POST', path: '/lender/staff', body }))
        setChosen(new Set())
      }}
    >
      <Field label={word('name')} input={{ name: 'name', required: true, autocomplete: 'off' }} />
      <Field
        label={word('email')}
        input={{ name: 'email', type: 'email', required: true, autocomplete: 'off' }}
      />
      <Roles chosen={chosen} onChange={setChosen} />
      <ReasonFields codes={CODES} />
    </Form>
  )
}
