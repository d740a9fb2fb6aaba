import { NotificationSecret, PatchStoreBody, StoreAnswer, type StorePatch } from '@svc/api'
import type { Caller } from '../caller/context.ts'
import { answer, type Route, route } from '../caller/route.ts'
import type { Service } from '../caller/service.ts'
import { storeAddressFault } from '../caller/store-address.ts'
import { changeSettings } from './change-settings.ts'
import { findAccount } from './find-account.ts'
import { rotateNotificationSecret } from './rotate-notification-secret.ts'
import { type Shown, storeView } from './view.ts'

export function storeRoutes(service: Service): Route[] {
  return [
    route({
      method: 'GET',
      path: '/me',
      access: { kind: 'private', scope: null },
      doc: {
        operation: 'findAccount',
        summary: 'Retrieve the store and its settings',
        answers: { 200: StoreAnswer },
      },
      async handle({ caller, clock }) {
        const { sandbox } = caller
        const reading = { ...service, clock: await clock() }
        const account = await findAccount(reading, { storeId: caller.store.id, sandbox })
        return answer(200, storeView(account, shownBy(service, caller)))
      },
    }),
    changeRoute(service),
    route({
      method: 'POST',
      path: '/me/notification-secret',
      access: { kind: 'private', scope: 'settings:write', stepUp: true },
      doc: {
        operation: 'rotateNotificationSecret',
        summary: 'Rotate the notification secret; the previous one stays valid for 24 hours',
        answers: { 201: NotificationSecret },
      },
      secretAnswer: true,
      handle({ caller, writeInRealTime }) {
        const input = { storeId: caller.store.id, vault: service.vault }
        return writeInRealTime(
          (writing) => rotateNotificationSecret(writing, input),
          ({ secret }) => answer(201, { secret }),
        )
      },
    }),
  ]
}

const shownBy = ({ clocks, baseUrl }: Service, { sandbox }: Caller): Shown => ({
  ...{ at: clocks.real.now(), baseUrl: baseUrl(), sandbox },
})

function changeRoute(service: Service): Route {
  return route({
    method: 'PATCH',
    path: '/me',
    access: { kind: 'private', scope: 'settings:write' },
    body: PatchStoreBody,
    faults: ({ notification_url: url }, caller) => {
      const fault = url && storeAddressFault(url, service, caller)
      return fault ? { notification_url: [fault] } : {}
    },
    knownBy: StoreAnswer,
    secretBody: true,
    doc: {
      operation: 'changeSettings',
      summary: 'Update the settings of the store',
      answers: { 200: StoreAnswer },
      errors: ['lender_only'],
    },
    async handle({ caller, body, rawBody, writeInRealTime }) {
      const patch = body
      const input = {
        storeId: caller.store.id,
        patch,
        cleared: clearedOf(rawBody, patch),
        vault: service.vault,
        ...{ sandbox: caller.sandbox, demo: service.demo },
      }
      try {
        return await writeInRealTime(
          (writing) => changeSettings(writing, input),
          (account) => answer(200, storeView(account, shownBy(service, caller))),
        )
      } finally {
        // Also if an error leaves open whether it was committed.
        service.storeChanges.publish(caller.store.id)
      }
    },
  })
}

/** Values that are empty after the check mean "none": the default applies again. */
function clearedOf(rawBody: object, patch: StorePatch): Set<string> {
  const sent = Object.keys(rawBody)
  return new Set(sent.filter((name) => !Object.hasOwn(patch, name)))
}
