import { OidcBody, OidcLogoutBody } from '@svc/api'
import { FORM } from '../../platform/http/body.ts'
import { Refused } from '../../platform/refusal.ts'
import { deskUrlOf } from '../caller/desk-url.ts'
import {
  answer,
  type DeskAnswer,
  type DeskRoute,
  NO_CONTENT,
  signInRoute,
} from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { beginOidc } from './begin-oidc.ts'
import * as docs from './docs.ts'
import { endByProvider } from './end-by-provider.ts'
import { type Started, startWithOidc } from './start-with-oidc.ts'

/** Where the provider says who was signed out there. */
export const LOGOUT = '/desk/session/oidc/logout'
const RETURN = '/lender/sign-in/oidc/return'
/** Pages of the desk, which is another program: the part after the `#` reaches no server. */
const DESK = '/desk'
const SIGN_IN = `${DESK}/sign-in`
const FACTORS = `${DESK}/me`
const SEE_OTHER = 303

export function oidcRoutes(service: Service): DeskRoute[] {
  const { database, vault, ids, clocks, oidc } = service
  const returnsTo = () => deskUrlOf(service) + RETURN
  const provider = () => {
    if (oidc === undefined) throw new Refused('path_not_found')
    return oidc
  }
  return [
    signInRoute({
      method: 'GET',
      path: '/lender/sign-in',
      doc: docs.getSignInWays,
      async handle() {
        return answer(200, { own: oidc?.isOnlyWay !== true, oidc: oidc !== undefined })
      },
    }),
    signInRoute({
      method: 'POST',
      path: '/lender/sign-in/oidc',
      body: OidcBody,
      bodyOptional: true,
      doc: docs.beginOidc,
      async handle({ body: { token, fresh = false } }) {
        const settingOut = { vault, ids, clock: clocks.real, provider: provider() }
        const input = { token, fresh, returnsTo: returnsTo() }
        const { location, cookie } = await beginOidc(settingOut, input)
        return { ...answer(200, { location }), trip: cookie }
      },
    }),
    signInRoute({
      method: 'GET',
      path: RETURN,
      failsAt: SIGN_IN,
      doc: docs.startWithOidc,
      async handle({ writing, trip: cookie, search }) {
        const coming = { ...writing, database, vault, provider: provider() }
        const input = { cookie, search, returnsTo: returnsTo() }
        return arrived(await startWithOidc(coming, input))
      },
    }),
    byProvider(
      signInRoute({
        method: 'POST',
        path: LOGOUT,
        body: OidcLogoutBody,
        takes: FORM,
        doc: docs.endByProvider,
        async handle({ writing, body: { logout_token: token } }) {
          await endByProvider(writing, provider(), token)
          return NO_CONTENT
        },
      }),
    ),
  ]
}

/** Called by the identity provider's server: what it sends proves who it is. */
const byProvider = (route: DeskRoute): DeskRoute => ({
  ...route,
  access: { ...route.access, byProvider: true },
})

/** The cookie of the redirect is no longer needed. */
function arrived(started: Started): DeskAnswer {
  const to = (location: string) => ({ ...answer(SEE_OTHER, null, location), trip: null })
  if ('ticket' in started) return to(`${SIGN_IN}#ticket=${started.ticket.ticket}`)
  const { session, token } = started.issued
  return { ...to(session.kind === 'enrolment' ? FACTORS : DESK), cookie: token }
}
