/** Signing in with a provider: the browser is redirected there and back. */
import type { Answered, OidcRequestAnswer, SignInWaysAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { ask } from '../../client/api.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import { t } from '../../texts/texts.ts'

type Ways = Answered<typeof SignInWaysAnswer>

/** Undefined until it is loaded. */
export const useWays = (): Ways | undefined =>
  useAnswer<Ways>('/lender/sign-in', { ofNoMode: true }).data

/** A link's token binds its person to their account at the provider. */
export function ProviderButton({ token }: { token?: string }) {
  const sending = useSending()
  const leave = async () => {
    const body = token === undefined ? {} : { token }
    const path = '/lender/sign-in/oidc'
    const way = await ask<Answered<typeof OidcRequestAnswer>>({ method: 'POST', path, body })
    location.assign(way.location)
  }
  return (
    <>
      <button
        type="button"
        class="strong"
        aria-disabled={sending.isBusy}
        onClick={() => void sending.send(leave)}
      >
        {t.signIn.provider}
      </button>
      <Fault failure={sending.failure} />
    </>
  )
}

/**
 * The part after the `#` of the redirect, read once: a ticket for the next step, or an error code.
 */
export function useReturn(): { readonly ticket: string; readonly error: string } {
  const [given] = useState(() => {
    const hash = location.hash.slice(1)
    const ticket = new URLSearchParams(hash).get('ticket') ?? ''
    const error = /^[a-z]+(_[a-z]+)+$/.test(hash) ? hash : ''
    if (ticket + error !== '') history.replaceState(null, '', location.pathname + location.search)
    return { ticket, error }
  })
  return given
}
