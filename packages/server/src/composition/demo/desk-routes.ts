/** Doors to the desk that the demo alone has: its link, and "who am I". */
import { createHash, timingSafeEqual } from 'node:crypto'
import { DemoPersonBody, DemoStartBody, DeskMeAnswer } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'
import {
  answer,
  type DeskAnswer,
  type DeskRoute,
  deskRoute,
  signInRoute,
} from '../../tenancy/caller/route.ts'
import { meView } from '../../tenancy/factors/view.ts'
import { getMe } from '../../tenancy/sign-in/get-me.ts'
import type { WholeService } from '../service/whole-service.ts'
import { becomeDemoPerson, isOfDemo } from './demo-people.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

type Door = {
  /** New with each start: it opens the desk as the administrator each time. */
  readonly token: string
  /** Whose people are the demo's people of a store. */
  readonly storeId: string
}

export function demoDeskRoutes(service: WholeService, { token, storeId }: Door): DeskRoute[] {
  const { database } = service
  type Issued = Awaited<ReturnType<typeof becomeDemoPerson>>
  const started = async (issued: Issued): Promise<DeskAnswer> => ({
    ...answer(200, meView(await getMe(service, issued))),
    cookie: issued.token,
  })
  return [
    signInRoute({
      method: 'POST',
      path: '/demo/desk/start',
      body: DemoStartBody,
      doc: {
        operation: 'startDemoDesk',
        summary: 'The link of the demo: signs in its administrator',
        answers: { 200: DeskMeAnswer },
        errors: ['link_invalid'],
      },
      async handle({ body, writing }) {
        if (!timingSafeEqual(hash(body.token), hash(token))) throw new Refused('link_invalid')
        const wish = { role: 'admin', storeId, own: undefined } as const
        return started(await becomeDemoPerson(database, writing, wish))
      },
    }),
    deskRoute({
      method: 'POST',
      path: '/demo/desk/people',
      access: { kind: 'desk', session: 'full' },
      body: DemoPersonBody,
      doc: {
        operation: 'becomeDemoPerson',
        summary: 'Who of the demo’s people one is: one for each role of the lender, two of a store',
        answers: { 200: DeskMeAnswer },
        errors: ['link_invalid'],
      },
      async handle({ body: { role }, signed: { person, session: own }, writing }) {
        // A person who has factors has to show them.
        if (!isOfDemo(person.email)) throw new Refused('link_invalid')
        return started(await becomeDemoPerson(database, writing, { role, storeId, own }))
      },
    }),
  ]
}
