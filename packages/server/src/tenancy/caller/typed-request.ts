import type { Static, TSchema } from 'typebox'

/** The placeholders of a path: of `/orders/:orderId/captures`, `orderId`. */
export type Placeholder<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | Placeholder<`/${Further}`>
    : Rest
  : never

/** The type of a schema's valid values; undefined for a route without one. */
export type Checked<Body extends TSchema> = [Body] extends [never] ? undefined : Static<Body>
