/** In the demo one can act as anybody. */
import { useState } from 'preact/hooks'
import { ask } from '../../client/api.ts'
import { entered, type Me } from '../../client/session.ts'
import { rolesOf } from '../../client/store.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault, useSending } from '../../parts/form.tsx'
import { t, word } from '../../texts/texts.ts'

const roles = [
  ...(['support', 'collections', 'risk', 'finance', 'admin', 'auditor'] as const),
  ...(['store_owner', 'store_operator'] as const),
] as const

export function WhoAmI() {
  const [isOpen, setOpen] = useState(false)
  const sending = useSending()
  const become = (role: string) => async () => {
    entered(await ask<Me>({ method: 'POST', path: '/demo/desk/people', body: { role } }))
    setOpen(false)
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        {t.demo.whoAmI}
      </button>
      {isOpen && (
        <Dialog title={t.demo.whoAmI} onClose={() => setOpen(false)}>
          <p>{t.demo.lead}</p>
          <ul class="choices">
            {roles.map((role) => (
              <li key={role}>
                <button
                  type="button"
                  aria-current={rolesOf().includes(role)}
                  onClick={() => void sending.send(become(role))}
                >
                  {word(role)}
                </button>
              </li>
            ))}
          </ul>
          <Fault failure={sending.failure} />
        </Dialog>
      )}
    </>
  )
}
