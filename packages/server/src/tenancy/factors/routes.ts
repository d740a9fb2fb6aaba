import { NewPasskeyBody, NewPasswordBody, NewTotpBody } from '@svc/api'
import type { Signed } from '../../model/staff/session.ts'
import { answer, type DeskAnswer, type DeskRoute, deskRoute, NO_CONTENT } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import type { Issued } from '../sessions/issue.ts'
import { addPasskey } from './add-passkey.ts'
import { addTotp } from './add-totp.ts'
import { makeChallenge } from './challenges.ts'
import * as docs from './docs.ts'
import { getFactors } from './get-factors.ts'
import { getMe } from './get-me.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { offerTotp } from './offers.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'
import { setPassword } from './set-password.ts'
import { creationView, factorsView, meView, totpOfferView } from './view.ts'
import { siteOf } from './webauthn.ts'

/** Whoever makes their first factors has none to show. */
const access = { kind: 'desk', session: 'enrolment', stepUp: true } as const

export function factorRoutes(service: Service): DeskRoute[] {
  return [...passkeyRoutes(service), ...passwordRoutes(service), ...deviceRoutes(service)]
}

const ownOf = ({ person, session }: Signed) => ({ staffId: person.id, sessionId: session.id })

/** As they are now; with a cookie where the session has become a whole one. */
async function changed(
  service: Service,
  signed: Signed,
  issued: Issued | null,
): Promise<DeskAnswer> {
  const me = answer(200, meView(await getMe(service, issued ?? signed)))
  return issued === null ? me : { ...me, cookie: issued.token }
}

function passkeyRoutes(service: Service): DeskRoute[] {
  const { vault, ids, clocks, brand } = service
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
      async handle({ signed: { person, session } }) {
        const { passkeys } = await getFactors(service, person.id)
        const credentialIds = passkeys.map(({ credentialId }) => credentialId)
        const making = { vault, ids, now: clocks.real.now() }
        const challenge = makeChallenge(making, `enrol/${session.id}`)
        const site = siteOf(service.baseUrl())
        return answer(200, creationView({ challenge, site, brand, person, credentialIds }))
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/lender/me/factors/passkeys',
      access,
      body: NewPasskeyBody,
      doc: docs.addPasskey,
      async handle({ body, signed, writing }) {
        const site = siteOf(service.baseUrl())
        const input = { ...ownOf(signed), ...body, site }
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
  const { vault, ids, clocks, brand } = service
  return [
    deskRoute({
      method: 'POST',
      path: '/lender/me/factors/totp/options',
      access,
      doc: docs.offerTotp,
      async handle({ signed: { person, session } }) {
        const making = { vault, ids, now: clocks.real.now() }
        const offer = offerTotp(making, { person, sessionId: session.id, brand })
        return answer(200, totpOfferView(offer))
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
