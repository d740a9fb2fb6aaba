import {
  PasskeyAnswer,
  PasswordBody,
  RecoveryCodeBody,
  StartBody,
  StepUpBody,
  TotpBody,
} from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { answer, type DeskAnswer, type DeskRoute, deskRoute, signInRoute } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { makeChallenge } from '../factors/challenges.ts'
import { getFactors } from '../factors/get-factors.ts'
import { getMe } from '../factors/get-me.ts'
import { meView, requestView } from '../factors/view.ts'
import { siteOf } from '../factors/webauthn.ts'
import type { Issued } from '../sessions/issue.ts'
import { checkPassword } from './check-password.ts'
import * as docs from './docs.ts'
import { startWithCode } from './start-with-code.ts'
import { startWithLink } from './start-with-link.ts'
import { startWithPasskey } from './start-with-passkey.ts'
import { startWithRecoveryCode } from './start-with-recovery-code.ts'
import { stepUpWithCode } from './step-up-with-code.ts'
import { stepUpWithPasskey } from './step-up-with-passkey.ts'

export function signInRoutes(service: Service): DeskRoute[] {
  return [...passkeyRoutes(service), ...passwordRoutes(service), ...ownRoutes(service)]
}

/** Who is signed in from now on, and the cookie that says so. */
async function started(service: Service, issued: Issued): Promise<DeskAnswer> {
  return { ...answer(200, meView(await getMe(service, issued))), cookie: issued.token }
}

const challengeOf = ({ vault, ids, clocks }: Service) => ({ vault, ids, now: clocks.real.now() })

function passkeyRoutes(service: Service): DeskRoute[] {
  const { database, vault } = service
  return [
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/passkey/options',
      doc: docs.askForPasskey,
      async handle() {
        const challenge = makeChallenge(challengeOf(service), 'sign-in')
        return answer(200, requestView(challenge, siteOf(service.baseUrl())))
      },
    }),
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/passkey',
      body: PasskeyAnswer,
      doc: docs.startWithPasskey,
      async handle({ body, writing }) {
        const input = { answer: body, site: siteOf(service.baseUrl()) }
        return started(service, await startWithPasskey({ ...writing, database, vault }, input))
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/me/step-up/options',
      access: { kind: 'desk', session: 'full' },
      doc: docs.askToStepUp,
      async handle({ signed: { person, session } }) {
        const { passkeys } = await getFactors(service, person.id)
        const ids = passkeys.map(({ credentialId }) => credentialId)
        const challenge = makeChallenge(challengeOf(service), `step-up/${session.id}`)
        return answer(200, requestView(challenge, siteOf(service.baseUrl()), ids))
      },
    }),
  ]
}

function passwordRoutes({ database, vault, ...service }: Service): DeskRoute[] {
  const whole = { database, vault, ...service }
  return [
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/password',
      body: PasswordBody,
      doc: docs.checkPassword,
      async handle({ body, writing, address }) {
        const { ticket, expiresAt } = await checkPassword(
          { ...writing, database, vault },
          { ...body, address },
        )
        return answer(200, { ticket, expires_at: utcMicros(expiresAt) })
      },
    }),
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/totp',
      body: TotpBody,
      doc: docs.startWithCode,
      async handle({ body, writing, address }) {
        const signing = { ...writing, database, vault }
        return started(whole, await startWithCode(signing, { ...body, address }))
      },
    }),
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/recovery-code',
      body: RecoveryCodeBody,
      doc: docs.startWithRecoveryCode,
      async handle({ body: { password = '', ...body }, writing, address }) {
        const signing = { ...writing, database, vault }
        return started(whole, await startWithRecoveryCode(signing, { ...body, password, address }))
      },
    }),
    signInRoute({
      method: 'POST',
      path: '/lender/start',
      body: StartBody,
      doc: docs.startWithLink,
      async handle({ body: { token, name, email }, writing }) {
        return started(whole, await startWithLink(writing, { token, name, email }))
      },
    }),
  ]
}

function ownRoutes(service: Service): DeskRoute[] {
  const { database, vault } = service
  return [
    deskRoute({
      method: 'GET',
      path: '/lender/me',
      access: { kind: 'desk', session: 'enrolment' },
      doc: docs.getMe,
      async handle({ signed }) {
        return answer(200, meView(await getMe(service, signed)))
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/me/step-up',
      access: { kind: 'desk', session: 'full' },
      body: StepUpBody,
      doc: docs.stepUp,
      async handle({ body: { credential, code }, signed: { person, session }, ...request }) {
        const signing = { ...request.writing, database, vault }
        const own = { staffId: person.id, sessionId: session.id }
        if (credential !== undefined) {
          const input = { ...own, answer: credential, site: siteOf(service.baseUrl()) }
          return started(service, await stepUpWithPasskey(signing, input))
        }
        const { address } = request
        if (code !== undefined) {
          const input = { ...own, email: person.email, code, address }
          return started(service, await stepUpWithCode(signing, input))
        }
        const fields = { code: ['or credential is required'] }
        throw new Refused('body_invalid', { fields })
      },
    }),
  ]
}
