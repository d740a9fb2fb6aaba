import { eventTypes } from '../events.ts'
import { allEventTypes } from '../lender-events.ts'
import { limits } from '../limits.ts'
import { DateTime, optional, type Static, Type, Url } from './common.ts'

const TypesOf = <T extends string>(types: readonly T[]) =>
  Type.Array(Type.Enum([...types]), {
    minItems: 1,
    maxItems: limits.webhookTypesMax,
    'x-list': true,
  })
/** A store's loses the signs that nobody sees, a lender's is refused with them. */
type NameFormat = 'name' | 'one-line'
const Name = (format: NameFormat) =>
  Type.String({ minLength: 1, maxLength: limits.textMax, format })

const wishOf = <T extends string>(types: readonly T[], format: NameFormat) =>
  Type.Object({ url: Url(), types: optional(TypesOf(types)), name: optional(Name(format)) })
const changeOf = <T extends string>(types: readonly T[], format: NameFormat) =>
  Type.Object({
    url: optional(Url()),
    types: optional(TypesOf(types)),
    name: optional(Name(format)),
    enabled: optional(Type.Boolean()),
  })

/** Body of `POST /me/webhooks`. Without `types` it receives everything, including later types. */
export const CreateWebhookBody = wishOf(eventTypes, 'name')
export type WebhookWish = Static<typeof CreateWebhookBody>

/** Body of PATCH: absent members do not change; `types` null means all, `name` null none. */
export const ChangeWebhookBody = changeOf(eventTypes, 'name')
export type WebhookChange = Static<typeof ChangeWebhookBody>

/** Body of `POST /lender/webhooks`, as that of a store. */
export const CreateLenderWebhookBody = wishOf(allEventTypes, 'one-line')
export type LenderWebhookWish = Static<typeof CreateLenderWebhookBody>

export const ChangeLenderWebhookBody = changeOf(allEventTypes, 'one-line')
export type LenderWebhookChange = Static<typeof ChangeLenderWebhookBody>

/** Body of `POST /me/webhooks/:webhookId/rotate`: how long the old secret also signs. */
export const RotateSecretBody = Type.Object({
  overlap_minutes: optional(Type.Integer({ minimum: 0, maximum: limits.overlapMinutesMax })),
})

/**
 * Body of `POST /me/webhooks/:webhookId/recover`: since a time or after an event, one of the two,
 * and until a time.
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

/** Body of `POST /lender/webhooks/:webhookId/recover`: `after` is a position of the stream. */
export const RecoverLenderBody = Type.Object({
  since: optional(DateTime()),
  after: optional(Type.String({ pattern: '^[0-9]{1,15}$' })),
  until: optional(DateTime()),
})
export type LenderRecoverWish = Static<typeof RecoverLenderBody>

/** Body of `POST /lender/webhooks/:webhookId/example`. */
export const LenderExampleBody = Type.Object({
  type: optional(Type.Enum([...allEventTypes])),
})
