import { eventTypes } from '../events.ts'
import { limits } from '../limits.ts'
import { DateTime, optional, type Static, Type, Url } from './common.ts'

const Types = () =>
  Type.Array(Type.Enum([...eventTypes]), {
    minItems: 1,
    maxItems: limits.webhookTypesMax,
    'x-list': true,
  })
const Name = () => Type.String({ minLength: 1, maxLength: limits.textMax, format: 'words' })

/** Body of `POST /me/webhooks`. Without `types` it receives everything, including later types. */
export const CreateWebhookBody = Type.Object({
  url: Url(),
  types: optional(Types()),
  name: optional(Name()),
})
export type WebhookWish = Static<typeof CreateWebhookBody>

/** Body of PATCH: what is absent stays; `types` null stands for all, `name` null for none. */
export const ChangeWebhookBody = Type.Object({
  url: optional(Url()),
  types: optional(Types()),
  name: optional(Name()),
  enabled: optional(Type.Boolean()),
})
export type WebhookChange = Static<typeof ChangeWebhookBody>

/** Body of `POST /me/webhooks/:webhookId/rotate`: how long the old secret signs beside the new. */
export const RotateSecretBody = Type.Object({
  overlap_minutes: optional(Type.Integer({ minimum: 0, maximum: limits.overlapMinutesMax })),
})

/**
 * Body of `POST /me/webhooks/:webhookId/recover`: from a time on or after an event, one of the two,
 * and before a time.
 */
export const RecoverBody = Type.Object({
  since: optional(DateTime()),
  after: optional(Type.String({ format: 'uuid-hex' })),
  until: optional(DateTime()),
})
export type RecoverWish = Static<typeof RecoverBody>

/** Body of `POST /me/webhooks/:webhookId/example`. */
export const ExampleBody = Type.Object({
  type: optional(Type.Enum([...eventTypes])),
})
export type ExampleWish = Static<typeof ExampleBody>
