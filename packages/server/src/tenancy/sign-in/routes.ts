import { PasskeySignInBody, PasswordBody, RecoveryCodeBody, StartBody, TotpBody } from '@svc/api'
import { deskUrlOf } from '../caller/desk-url.ts'
import { answer, type DeskAnswer, type DeskRoute, signInRoute } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { meView, requestView } from '../factors/view.ts'
import { askForPasskey } from './ask-for-passkey.ts'
import { checkPassword } from './check-password.ts'
import * as docs from './docs.ts'
import { getMe } from './get-me.ts'
import { startWithCode } from './start-with-code.ts'
import { startWithLink } from './start-with-link.ts'
import { startWithPasskey } from './start-with-passkey.ts'
import { startWithRecoveryCode } from './start-with-recovery-code.ts'
import { ticketView } from './view.ts'

type Issued = Awaited<ReturnType<typeof startWithPasskey>>

/** The signed-in person, and their cookie. */
async function started(service: Service, issued: Issued): Promise<DeskAnswer> {
  return { ...answer(200, meView(await getMe(service, issued))), cookie: issued.token }
}

function partsOf({ database, vault, oidc }: Service) {
  return { database, vault, oidcOnly: oidc?.isOnlyWay === true }
}

export function signInRoutes(service: Service): DeskRoute[] {
  return [...passkeyRoutes(service), ...passwordRoutes(service), ...otherRoutes(service)]
}

function passkeyRoutes(service: Service): DeskRoute[] {
  return [
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/passkey/options',
      doc: docs.askForPasskey,
      async handle() {
        const request = askForPasskey({ ...service, clock: service.clocks.real })
        return answer(200, requestView(request))
      },
    }),
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/passkey',
      body: PasskeySignInBody,
      doc: docs.startWithPasskey,
      async handle({ body: { ticket, ...answered }, writing }) {
        const entering = { ...writing, ...partsOf(service) }
        const input = { answer: answered, baseUrl: deskUrlOf(service), ...(ticket && { ticket }) }
        return started(service, await startWithPasskey(entering, input))
      },
    }),
  ]
}

function passwordRoutes(service: Service): DeskRoute[] {
  const parts = partsOf(service)
  return [
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/password',
      body: PasswordBody,
      doc: docs.checkPassword,
      async handle({ body, writing, address }) {
        const signing = { ...writing, ...parts }
        return answer(200, ticketView(await checkPassword(signing, { ...body, address })))
      },
    }),
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/totp',
      body: TotpBody,
      doc: docs.startWithCode,
      async handle({ body, writing, address }) {
        const signing = { ...writing, ...parts }
        return started(service, await startWithCode(signing, { ...body, address }))
      },
    }),
  ]
}

function otherRoutes(service: Service): DeskRoute[] {
  const parts = partsOf(service)
  return [
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/recovery-code',
      body: RecoveryCodeBody,
      doc: docs.startWithRecoveryCode,
      async handle({ body: { password = '', ...body }, writing, address }) {
        const signing = { ...writing, ...parts }
        const input = { ...body, password, address }
        return started(service, await startWithRecoveryCode(signing, input))
      },
    }),
    signInRoute({
      method: 'POST',
      path: '/lender/start',
      body: StartBody,
      doc: docs.startWithLink,
      async handle({ body: { token, name, email }, writing }) {
        return started(
          service,
          await startWithLink({ ...writing, ...parts }, { token, name, email }),
        )
      },
    }),
  ]
}
