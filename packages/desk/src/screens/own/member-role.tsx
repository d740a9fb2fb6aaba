import type { Answered, MemberAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { Choice } from '../../parts/choice.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, useSending } from '../../parts/form.tsx'
import { Gains } from '../../parts/roles.tsx'
import { tb } from '../../texts/book.ts'
import { to } from '../../texts/own.ts'
import { word } from '../../texts/texts.ts'

export type Member = Answered<typeof MemberAnswer>

const ROLES = ['store_operator', 'store_viewer', 'store_owner'] as const

export const roleChoices = () => ROLES.map((role) => [role, word(role)] as const)

type RoleDialogProps = { readonly member: Member; readonly onClose: () => void }

/** Shows what it adds and removes before it is sent. */
export function RoleDialog({ member: { id, name, role }, onClose }: RoleDialogProps) {
  const sending = useSending()
  const [next, setNext] = useState<string>(role)
  return (
    <Dialog title={`${tb.roles.change}: ${name}`} onClose={onClose}>
      <div
        onChange={({ target }) => {
          if (target instanceof HTMLSelectElement) setNext(target.value)
        }}
      >
        <Form
          sending={sending}
          button={to.members.becomes(word(next))}
          isOff={next === role}
          onSend={async (body) => {
            await write({ method: 'PATCH', path: `/me/staff/${id}`, body })
            onClose()
          }}
        >
          <Choice label={word('role')} name="role" chosen={next} options={roleChoices()} />
          <Gains before={[role]} after={[next]} />
        </Form>
      </div>
    </Dialog>
  )
}
