/** Signing in: as a page, and as a dialog over a page whose session has ended. */
import type { Answered, TicketAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { forget } from '../../client/answers.ts'
import { ask } from '../../client/api.ts'
import { hasPasskeys, showPasskey } from '../../client/passkeys.ts'
import { entered, type Me } from '../../client/session.ts'
import { site } from '../../client/site.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault, Field, Form, useSending } from '../../parts/form.tsx'
import { t } from '../../texts/texts.ts'
import { ProviderButton, useReturn, useWays } from './provider.tsx'

export function SignInPage() {
  return (
    <main class="alone">
      <p class="brand">{site.brand}</p>
      <h1>{t.signIn.title}</h1>
      {site.isDemo && <p class="note">{t.signIn.demo}</p>}
      <SignIn />
    </main>
  )
}

export const SignInDialog = () => (
  <Dialog title={t.signIn.again} covers>
    <p>{t.signIn.againMore}</p>
    {site.isDemo && <p class="note">{t.signIn.demo}</p>}
    <SignIn />
  </Dialog>
)

type Step = 'password' | 'code' | 'recovery'

function done(me: Me): void {
  entered(me)
  void forget()
}

function SignIn() {
  const back = useReturn()
  const ways = useWays()
  const [step, setStep] = useState<Step>(back.ticket === '' ? 'password' : 'code')
  const [ticket, setTicket] = useState(back.ticket)
  const take = (given: string) => {
    setTicket(given)
    setStep('code')
  }
  if (step === 'recovery') return <Recovery onBack={() => setStep('password')} />
  if (step === 'code') {
    return <CodeForm ticket={ticket} onLost={() => setStep('recovery')} />
  }
  return (
    <>
      {back.error !== '' && (
        <p class="fault" role="alert">
          {t.signIn.failed} <small>({back.error})</small>
        </p>
      )}
      {ways?.oidc && <ProviderButton />}
      {ways?.own !== false && <OwnWays onTicket={take} />}
    </>
  )
}

function OwnWays({ onTicket }: { onTicket: (ticket: string) => void }) {
  return (
    <>
      <PasskeyButton />
      <p class="or">{t.signIn.or}</p>
      <PasswordForm onTicket={onTicket} />
    </>
  )
}

function PasskeyButton() {
  const sending = useSending()
  const [isCancelled, setCancelled] = useState(false)
  if (!hasPasskeys()) return <p class="hint">{t.signIn.noPasskey}</p>
  const signIn = async () => {
    const body = await showPasskey('/lender/sign-in/passkey/options')
    setCancelled(body === undefined)
    if (body === undefined) return
    done(await ask<Me>({ method: 'POST', path: '/lender/sign-in/passkey', body }))
  }
  return (
    <>
      <button
        type="button"
        class="strong"
        aria-disabled={sending.isBusy}
        onClick={() => void sending.send(signIn)}
      >
        {t.signIn.passkey}
      </button>
      {isCancelled && (
        <p class="hint" role="status">
          {t.signIn.cancelled}
        </p>
      )}
      <Fault failure={sending.failure} />
    </>
  )
}

const email = () => (
  <Field
    label={t.signIn.email}
    input={{ name: 'email', type: 'email', required: true, autocomplete: 'username' }}
  />
)

function PasswordForm({ onTicket }: { onTicket: (ticket: string) => void }) {
  const sending = useSending()
  return (
    <Form
      sending={sending}
      button={t.signIn.go}
      onSend={async (body) => {
        const path = '/lender/sign-in/password'
        const answer = await ask<Answered<typeof TicketAnswer>>({ method: 'POST', path, body })
        onTicket(answer.ticket)
      }}
    >
      {email()}
      <Field
        label={t.signIn.password}
        input={{
          ...{ name: 'password', type: 'password', required: true },
          autocomplete: 'current-password',
        }}
      />
    </Form>
  )
}

function CodeForm({ ticket, onLost }: { ticket: string; onLost: () => void }) {
  const sending = useSending()
  return (
    <>
      <Form
        sending={sending}
        button={t.signIn.title}
        onSend={async ({ code = '' }) => {
          const body = { ticket, code: code.replace(/\s/g, '') }
          done(await ask<Me>({ method: 'POST', path: '/lender/sign-in/totp', body }))
        }}
      >
        <CodeField />
      </Form>
      <button type="button" class="quiet" onClick={onLost}>
        {t.signIn.lost}
      </button>
    </>
  )
}

export const CodeField = () => (
  <Field
    label={t.signIn.code}
    hint={t.signIn.codeMore}
    input={{ name: 'code', inputMode: 'numeric', required: true, autocomplete: 'one-time-code' }}
  />
)

function Recovery({ onBack }: { onBack: () => void }) {
  const sending = useSending()
  return (
    <>
      <Form
        sending={sending}
        button={t.signIn.title}
        onSend={async ({ password = '', ...sent }) => {
          const body = password === '' ? sent : { ...sent, password }
          done(await ask<Me>({ method: 'POST', path: '/lender/sign-in/recovery-code', body }))
        }}
      >
        {email()}
        <Field
          label={t.signIn.password}
          input={{ name: 'password', type: 'password', autocomplete: 'current-password' }}
        />
        <Field
          label={t.signIn.recovery}
          hint={t.signIn.recoveryMore}
          input={{ name: 'code', required: true, autocomplete: 'off' }}
        />
      </Form>
      <button type="button" class="quiet" onClick={onBack}>
        {t.signIn.back}
      </button>
    </>
  )
}
