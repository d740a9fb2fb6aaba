import { answer, type Route } from '../http/route.ts'
import type { Service } from '../http/service.ts'
import { rotateNotificationSecret } from './rotate-notification-secret.ts'

export function storeRoutes(service: Service): Route[] {
  return [
    {
      method: 'POST',
      path: '/me/notification-secret',
      access: { kind: 'private', scope: 'settings:write' },
      secretAnswer: true,
      handle({ caller, write }) {
        const input = { storeId: caller.store.id, vault: service.vault }
        return write(
          (writer) => rotateNotificationSecret({ ...service, writer }, input),
          ({ secret }) => answer(201, { secret }),
        )
      },
    },
  ]
}
