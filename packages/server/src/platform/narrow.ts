/** Narrows untyped values: parsed JSON, caught errors and the keys of an object. */
import { recordOf } from '@svc/api'

/** The own keys of an object whose type lists all of them. */
export const namesOf = <T extends object>(of: T): (keyof T & string)[] =>
  Object.keys(of).filter((name): name is keyof T & string => name in of)

export function membersWhere<T extends object>(
  of: { readonly [Name in keyof T]: T[Name] | undefined },
  test: (value: unknown, name: string) => boolean,
): Partial<T> {
  const members = Object.entries(of).filter(([name, value]) => test(value, name))
  // Each of them has its own key.
  return Object.fromEntries(members) as Partial<T>
}

export const errorOf = (cause: unknown): Error =>
  cause instanceof Error ? cause : new Error(messageOf(cause))

/** An error that several addresses failed with has no message of its own. */
export function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join(', ')
  return textAt(cause, 'message') || String(cause)
}

/** Such as `ENOENT` or an SQLSTATE. */
export const codeOf = (cause: unknown): string | undefined => textAt(cause, 'code')

export function textAt(value: unknown, name: string): string | undefined {
  const text = recordOf(value)[name]
  return typeof text === 'string' ? text : undefined
}
