import { AskedAnswer } from '@svc/api'
import type { Static, TSchema, TUndefined } from 'typebox'
import type { Acting, ActionReason } from '../../model/actions/action.ts'
import { approvalRuleOf } from '../../model/approvals/approval-action.ts'
import type { ApiKey } from '../../model/keys/api-key.ts'
import type { Permission } from '../../model/staff/roles.ts'
import type { Signed } from '../../model/staff/session.ts'
import type { Altered } from '../../platform/altered.ts'
import type { Answer } from '../../platform/database/once.ts'
import type { FieldFaults } from '../../platform/http/checker-walk.ts'
import { assert } from '../../platform/refusal.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Approvable, DeskAccess, KeyedAccess, LenderAccess, OpenAccess } from './access.ts'
import type { Caller, LenderCaller, RealWriting, Writing } from './context.ts'
import type { LenderOnly } from './lender-only.ts'
import type { RouteDoc } from './route-doc.ts'

export { fileDoc, type RouteDoc } from './route-doc.ts'

/** The placeholders of a path: of `/orders/:orderId/captures`, `orderId`. */
export type Placeholder<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | Placeholder<`/${Further}`>
    : Rest
  : never

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request with or without a key: its body has been checked. */
export type OpenRequest<Name extends string = string, Body = unknown> = {
  /** The URL of this service, with the version of the request's: links in answers begin with it. */
  readonly baseUrl: string
  /** By the placeholders of the route's path. */
  readonly params: Readonly<Record<Name, string>>
  readonly query: URLSearchParams
  /** The query as it arrived, from its `?` on; empty if there is none. */
  readonly search: string
  /** The path ends with a slash, after which an id may be missing. */
  readonly slashed: boolean
  readonly headers: Readonly<Record<string, string | undefined>>
  /** It conforms to the route's schema: the check has passed. */
  readonly body: Body
}

/** A request whose caller, mode and body have been checked. */
export type ApiRequest<Name extends string = string, Body = unknown> = OpenRequest<Name, Body> & {
  readonly caller: Caller
  /** The version of the representation, as in the marker: `v1`. */
  readonly version: string
  readonly key: ApiKey | undefined
  /** The buyer has signed, and this is their token from before. */
  readonly former: boolean
  /** The body as it arrived, for data stored unchanged. */
  readonly rawBody: Readonly<Record<string, unknown>>
  /** The members of the body that differ from what was sent. */
  readonly altered: Altered
  /** Only the effects are requested: nothing will be stored. */
  readonly dryRun: boolean
  /** The time of the store in its mode. */
  clock(): Promise<Clock>
  /** The caller, for rows written without `write`. */
  acting(): Acting
  /**
   * Runs an operation with the store's clock, at most once if the caller sent an `Idempotency-Key`.
   */
  write<T>(
    operation: (writing: Writing) => Promise<T>,
    render: (result: T) => Answer,
  ): Promise<Answer>
  /** The same in real time: for objects that a test clock does not affect. */
  writeInRealTime<T>(
    operation: (writing: RealWriting) => Promise<T>,
    render: (result: T) => Answer,
  ): Promise<Answer>
}

/** The same for a person or key of the lender. */
export type LenderRequest<Name extends string = string, Body = unknown> = OpenRequest<
  Name,
  Body
> & {
  readonly caller: LenderCaller
  /** Whether the caller would be admitted now, for long answers. */
  mayStill(): Promise<boolean>
  /** `write` for stores: with the store's clock; the log of actions has the reason. */
  writeFor<T>(
    target: { readonly storeId: string; readonly reason?: ActionReason },
    operation: (writing: Writing) => Promise<T>,
    render: (result: T) => Answer,
  ): Promise<Answer>
  /** For rows written without `writeInRealTime`: the record of a read. */
  readonly writing: RealWriting
} & Pick<ApiRequest, 'version' | 'rawBody' | 'dryRun' | 'writeInRealTime'>

/** A request of a person, whose cookie and page have been checked. */
export type DeskRequest<
  Name extends string = string,
  Body = unknown,
  Who = Signed | undefined,
> = OpenRequest<Name, Body> & {
  readonly signed: Who
  /** The client's address, an IPv6 network as one; null: unknown. */
  readonly address: string | null
  /** The browser's cookie during the redirect to a provider; undefined: none. */
  readonly trip: string | undefined
  /** The dependencies of an operation, with the caller as its author. */
  readonly writing: RealWriting
}
/** Their answer, and their new cookies; null: none. */
export type DeskAnswer = Answer & {
  /** The token of their session. */
  readonly cookie?: string | null
  /** For the redirect to a provider. */
  readonly trip?: string | null
}

type Described = {
  readonly method: Method
  readonly path: string
  readonly doc: RouteDoc
  readonly body?: TSchema
  /** Accepts larger or smaller bodies than other routes. */
  readonly bodyBytesMax?: number
  /** JSON under another name than ours, as browsers send it by themselves; or a form. */
  readonly takes?: string
  /**
   * For settings: members that are neither in the body's schema nor in this answer are refused, so
   * that a whole answer can be sent back (contract §12). The lender's routes refuse them in any
   * case.
   */
  readonly knownBy?: TSchema
  /** An absent body counts as `{}`. */
  readonly bodyOptional?: boolean
  /** The body contains data that must not be guessed from its hash. */
  readonly secretBody?: boolean
  /** A tool of the sandbox: refused in live mode, except in the demo; `always`: there as well. */
  readonly sandboxOnly?: boolean | 'always'
  /** In live mode, except in the demo, the lender decides it: stores are refused. */
  readonly lenderOnly?: LenderOnly
  /** The answer contains a secret: it is stored encrypted for repeated requests. */
  readonly secretAnswer?: boolean
  /**
   * It only reads, with a body, since URLs end up in logs. Without an `Idempotency-Key`: a
   * repetition is answered and logged again, and no answer is stored.
   */
  readonly asks?: true
  /** Accepts `?dry_run=true` (contract §7). */
  readonly dryRun?: boolean
  /** Another path of the same route, under which its own errors are tested. */
  readonly aliasOf?: string
  /** A buyer may see its errors, as on the routes that take a buyer's token. */
  readonly readByBuyers?: boolean
  /** A page requests it automatically: this does not keep a session alive. */
  readonly background?: boolean
  /** A page for browsers: not in the OpenAPI document. */
  readonly page?: boolean
  /** For an open route: also answered while the service starts or stops. */
  readonly always?: boolean
  /** The page to which a browser is redirected on a refusal, with the code after its `#`. */
  readonly failsAt?: string
}

type Answered = Promise<Answer | Page>

/** Admits any caller, whatever the Accept. */
type OpenRoute = Described & {
  readonly access: OpenAccess
  handle(request: OpenRequest): Answered
}

/** Admits callers with a key or the token of a checkout. */
export type KeyedRoute = Described & {
  readonly access: KeyedAccess
  /** Faults that the schema cannot express, in its valid parts. */
  faults?(body: unknown, caller: Caller): FieldFaults
  handle(request: ApiRequest): Answered
}

/** Admits a person or key of the lender that has the permission. */
export type LenderRoute = Described & {
  readonly access: LenderAccess
  readonly approval?: Approvable<LenderRequest>
  handle(request: LenderRequest): Answered
}

/** Admits people, by the cookie of their session. */
export type DeskRoute = Described & {
  readonly access: DeskAccess
  handle(request: DeskRequest): Promise<DeskAnswer>
}
export type Route = OpenRoute | KeyedRoute | LenderRoute | DeskRoute

type Definition<Of extends Route, Path extends string, Body extends TSchema> = Omit<
  Of,
  'path' | 'body' | 'handle' | 'faults'
> & { readonly path: Path; readonly body?: Body }

type OpenDefinition<Path extends string, Body extends TSchema> = Omit<
  Definition<OpenRoute, Path, Body>,
  'access'
> & { handle(request: OpenRequest<Placeholder<Path>, Static<Body>>): Answered }

type KeyedDefinition<Path extends string, Body extends TSchema> = Definition<
  KeyedRoute,
  Path,
  Body
> & {
  /** `body`: the valid parts of it. */
  faults?(body: Partial<Static<Body>>, caller: Caller): FieldFaults
  handle(request: ApiRequest<Placeholder<Path>, Static<Body>>): Answered
}

/**
 * A route for callers with a key or a token: its path determines its params, its schema its body.
 */
export function route<const Path extends string, Body extends TSchema = TUndefined>(
  definition: KeyedDefinition<Path, Body>,
): KeyedRoute {
  return definition
}

/** The same for the caller. */
export function openRoute<const Path extends string, Body extends TSchema = TUndefined>(
  definition: OpenDefinition<Path, Body>,
): OpenRoute {
  return { ...definition, access: { kind: 'open' } }
}

type LenderDefinition<Path extends string, Body extends TSchema> = Omit<
  Definition<LenderRoute, Path, Body>,
  'access' | 'approval'
> & {
  readonly permission: Permission
  readonly stepUp?: true
  readonly peopleOnly?: true
  /** The part that may need two people; mandatory if a role can only request it, or has a limit. */
  readonly approval?: Approvable<LenderRequest<Placeholder<Path>, Static<Body>>>
  handle(request: LenderRequest<Placeholder<Path>, Static<Body>>): Answered
}

/** A route of the lender: the caller has the permission. */
export function lenderRoute<
  const Path extends `/lender/${string}`,
  Body extends TSchema = TUndefined,
>({ permission, stepUp, peopleOnly, ...definition }: LenderDefinition<Path, Body>): LenderRoute {
  const { approval, doc } = definition
  const only = { ...(stepUp && { stepUp }), ...(peopleOnly && { peopleOnly }) }
  const access = { kind: 'lender', permission, ...only } as const
  if (approval === undefined) return { ...definition, access }
  // The checker needs what the maker needed.
  const own = approvalRuleOf(approval.action).permission
  assert(own === permission, `${definition.path} asks for ${own}`)
  const answers = { ...doc.answers, 202: AskedAnswer }
  return { ...definition, access, doc: { ...doc, answers } }
}

export const isLender = (route: Route): route is LenderRoute => route.access.kind === 'lender'

type DeskDefinition<Path extends string, Body extends TSchema, Who> = Omit<
  Definition<DeskRoute, Path, Body>,
  'access'
> & { handle(request: DeskRequest<Placeholder<Path>, Static<Body>, Who>): Promise<DeskAnswer> }

/** A route for people who are signing in. */
export function signInRoute<const Path extends string, Body extends TSchema = TUndefined>(
  definition: DeskDefinition<Path, Body, undefined>,
): DeskRoute {
  return { ...definition, access: { kind: 'desk', session: 'none' } }
}

/** A route of people who are signed in. */
export function deskRoute<const Path extends string, Body extends TSchema = TUndefined>(
  definition: DeskDefinition<Path, Body, Signed> & {
    readonly access: DeskAccess & { readonly session: 'enrolment' | 'full' }
  },
): DeskRoute {
  // The gate admits nobody without a session.
  return definition
}

export const isDesk = (route: Route): route is DeskRoute => route.access.kind === 'desk'
export const isOpen = (route: Route): route is OpenRoute => route.access.kind === 'open'

/** Content that a browser shows, runs or saves as a file: sent as it is, by default with 200. */
export type Page = {
  readonly status?: number
  readonly content: string | Buffer | AsyncIterable<string>
  readonly headers: Readonly<Record<string, string>>
}

export function answer(
  status: number,
  body: unknown = null,
  location: string | null = null,
): Answer {
  return { status, body: body === null ? null : JSON.stringify(body), location }
}

export const NO_CONTENT: Answer = { status: 204, body: null, location: null }
