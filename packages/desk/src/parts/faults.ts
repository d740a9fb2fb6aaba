/** What is wrong in a form, by its fields. */
import { Failure, type Fields } from '../client/api.ts'
import { tb } from '../texts/book.ts'

/** What the service says of a member, and of what stands in it. */
export const faultsOf = (failure: Failure | undefined, name: string): readonly string[] =>
  Object.entries(failure?.refusal.fields ?? {}).flatMap(([path, sentences]) =>
    path === name || path.startsWith(`${name}.`) ? sentences : [],
  )

/** As a refusal of the service, of what cannot be read before it is sent. */
export const unreadable = (fields: Fields): Failure =>
  new Failure({
    ...{ status: 400, code: 'body_invalid', message: tb.list.wrong, fields },
    ...{ requestId: null, retryAfterMs: 0 },
  })
