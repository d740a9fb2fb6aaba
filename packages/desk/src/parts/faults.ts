/** The faults of a form, by field. */
import { Failure, type Fields } from '../client/api.ts'
import { tb } from '../texts/book.ts'

/** The service's messages about a member, and about its parts. */
export const faultsOf = (failure: Failure | undefined, name: string): readonly string[] =>
  Object.entries(failure?.refusal.fields ?? {}).flatMap(([path, sentences]) =>
    path === name || path.startsWith(`${name}.`) ? sentences : [],
  )

/** A fault in the form of a refusal, for input that cannot be parsed. */
export const unreadable = (fields: Fields): Failure =>
  new Failure({
    ...{ status: 400, code: 'body_invalid', message: tb.list.wrong, fields },
    ...{ requestId: null, retryAfterMs: 0 },
  })
