import { StepUpBody } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import { deskUrlOf } from '../caller/desk-url.ts'
import { answer, type DeskAnswer, type DeskRoute, deskRoute } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { meView, requestView } from '../factors/view.ts'
import { askToStepUp } from './ask-to-step-up.ts'
import * as docs from './docs.ts'
import { getMe } from './get-me.ts'
import { stepUpWithCode } from './step-up-with-code.ts'
import { stepUpWithPasskey } from './step-up-with-passkey.ts'

type Issued = Awaited<ReturnType<typeof stepUpWithCode>>

/** The session continues with another cookie. */
async function renewed(service: Service, issued: Issued): Promise<DeskAnswer> {
  return { ...answer(200, meView(await getMe(service, issued))), cookie: issued.token }
}

/** Routes of the signed-in person: who they are, and confirming a factor again. */
export function ownRoutes(service: Service): DeskRoute[] {
  const { database, vault, clocks } = service
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
      path: '/lender/me/step-up/options',
      access: { kind: 'desk', session: 'full' },
      doc: docs.askToStepUp,
      async handle({ signed }) {
        const request = await askToStepUp({ ...service, clock: clocks.real }, signed)
        return answer(200, requestView(request))
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
          const input = { ...own, answer: credential, baseUrl: deskUrlOf(service) }
          return renewed(service, await stepUpWithPasskey(signing, input))
        }
        if (code === undefined) {
          throw new Refused('body_invalid', { fields: { code: ['or credential is required'] } })
        }
        const { address } = request
        const input = { ...own, email: person.email, code, address }
        return renewed(service, await stepUpWithCode(signing, input))
      },
    }),
  ]
}
