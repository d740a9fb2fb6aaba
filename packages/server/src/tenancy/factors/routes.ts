import { NewPasskeyBody, NewPasswordBody, NewTotpBody } from '@svc/api'
import { deskUrlOf } from '../caller/desk-url.ts'
import {
  answer,
  type DeskAnswer,
  type DeskRequest,
  type DeskRoute,
  deskRoute,
  NO_CONTENT,
} from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { addPasskey } from './add-passkey.ts'
import { addTotp } from './add-totp.ts'
import * as docs from './docs.ts'
import { getFactors } from './get-factors.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { offerPasskey } from './offer-passkey.ts'
import { offerTotp } from './offer-totp.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'
import { setPassword } from './set-password.ts'
import { showMe } from './show-me.ts'
import { creationView, factorsView, meView, totpOfferView } from './view.ts'

type Signed = NonNullable<DeskRequest['signed']>
type Issued = Awaited<ReturnType<typeof addPasskey>>

/** A person who sets up their first factors has none to confirm. */
const access = { kind: 'desk', session: 'enrolment', stepUp: true } as const

export function factorRoutes(service: Service): DeskRoute[] {
  return [...passkeyRoutes(service), ...passwordRoutes(service), ...deviceRoutes(service)]
}

const ownOf = ({ person, session }: Signed) => ({ staffId: person.id, sessionId: session.id })

/** The present factors; with a cookie if the session has become a full one. */
async function changed(service: Service, signed: Signed, issued: Issued): Promise<DeskAnswer> {
  const me = answer(200, meView(await showMe(service, signed, issued)))
  return issued === null ? me : { ...me, cookie: issued.token }
}

function passkeyRoutes(service: Service): DeskRoute[] {
  const { vault, clocks, brand } = service
  return [
    deskRoute({
      method: 'GET',
      path: '/lender/me/factors',
      access: { kind: 'desk', session: 'enrolment' },
      doc: docs.getFactors,
      async handle({ signed }) {
        return answer(200, factorsView(await getFactors(service, signed.person.id)))
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/me/factors/passkeys/options',
      access,
      doc: docs.offerPasskey,
      async handle({ signed }) {
        const request = await offerPasskey({ ...service, clock: clocks.real }, signed)
        return answer(200, creationView(request, { brand, person: signed.person }))
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/me/factors/passkeys',
      access,
      body: NewPasskeyBody,
      doc: docs.addPasskey,
      async handle({ body, signed, writing }) {
        const input = { ...ownOf(signed), ...body, baseUrl: deskUrlOf(service) }
        return changed(service, signed, await addPasskey({ ...writing, vault }, input))
      },
    }),
    deskRoute({
      method: 'DELETE',
      path: '/lender/me/factors/passkeys/:passkeyId',
      access,
      doc: docs.removePasskey,
      async handle({ params, signed, writing }) {
        await removePasskey(writing, { ...ownOf(signed), ...params })
        return NO_CONTENT
      },
    }),
  ]
}

function passwordRoutes(service: Service): DeskRoute[] {
  const { database } = service
  return [
    deskRoute({
      method: 'POST',
      path: '/lender/me/factors/password',
      access,
      body: NewPasswordBody,
      doc: docs.setPassword,
      async handle({ body: { password }, signed, writing }) {
        const input = { ...ownOf(signed), password }
        return changed(service, signed, await setPassword({ ...writing, database }, input))
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/me/factors/recovery-codes',
      access,
      doc: docs.makeRecoveryCodes,
      async handle({ signed, writing }) {
        return answer(200, { codes: await makeRecoveryCodes(writing, ownOf(signed)) })
      },
    }),
  ]
}

function deviceRoutes(service: Service): DeskRoute[] {
  const { vault } = service
  return [
    deskRoute({
      method: 'POST',
      path: '/lender/me/factors/totp/options',
      access,
      doc: docs.offerTotp,
      async handle({ signed }) {
        return answer(200, totpOfferView(offerTotp(service, signed)))
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/me/factors/totp',
      access,
      body: NewTotpBody,
      doc: docs.addTotp,
      async handle({ body, signed, writing }) {
        const input = { ...ownOf(signed), ...body }
        return changed(service, signed, await addTotp({ ...writing, vault }, input))
      },
    }),
    deskRoute({
      method: 'DELETE',
      path: '/lender/me/factors/totp',
      access,
      doc: docs.removeTotp,
      async handle({ signed, writing }) {
        await removeTotp(writing, ownOf(signed))
        return NO_CONTENT
      },
    }),
  ]
}
