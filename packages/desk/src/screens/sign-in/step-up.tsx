/** Confirms a factor, over the page that required it. */
import { ask } from '../../client/api.ts'
import { hasPasskeys, showPasskey } from '../../client/passkeys.ts'
import { enter, type Me } from '../../client/session.ts'
import { site } from '../../client/site.ts'
import { rolesOf } from '../../client/store.ts'
import type { stepUp } from '../../client/writing.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault, Form, useSending } from '../../parts/form.tsx'
import { tm } from '../../texts/me.ts'
import { CodeField } from './sign-in.tsx'

type StepUpProps = { readonly question: NonNullable<typeof stepUp.value> }

export function StepUpDialog({ question: { factors, answer } }: StepUpProps) {
  const sending = useSending()
  const show = async (body: unknown, path = '/lender/me/step-up') => {
    enter(await ask<Me>({ method: 'POST', path, body }))
    answer(true)
  }
  const showKey = async () => {
    const credential = await showPasskey('/lender/me/step-up/options')
    if (credential !== undefined) await show({ credential })
  }
  const [role] = rolesOf()
  return (
    <Dialog title={tm.stepUp.title} onClose={() => answer(false)}>
      <p>{tm.stepUp.lead}</p>
      {factors.includes('passkey') && hasPasskeys() && (
        <button type="button" class="strong" onClick={() => void sending.send(showKey)}>
          {tm.stepUp.passkey}
        </button>
      )}
      {factors.includes('totp') && (
        <Form
          sending={sending}
          button={tm.stepUp.go}
          onSend={({ code = '' }) => show({ code: code.replace(/\s/g, '') })}
        >
          <CodeField />
        </Form>
      )}
      {site.isDemo && factors.length === 0 && (
        <button
          type="button"
          class="strong"
          onClick={() => void sending.send(() => show({ role }, '/demo/desk/people'))}
        >
          {tm.stepUp.demo}
        </button>
      )}
      {!factors.includes('totp') && <Fault failure={sending.failure} />}
    </Dialog>
  )
}
