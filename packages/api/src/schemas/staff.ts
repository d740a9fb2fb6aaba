/**
 * Requests of staff of the lender and of stores: to sign in, about themselves, about each other.
 */
import { limits } from '../limits.ts'
import { Email, optional, type Static, Type } from './common.ts'
import { Reason } from './reasons.ts'

const Base64url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const Name = () => Type.String({ minLength: 1, maxLength: limits.textMax, format: 'one-line' })
/** A token issued by the service: a link, a ticket. */
const Token = () => Type.String({ minLength: 1, maxLength: limits.staffTokenMax })
const Code = () => Type.String({ minLength: 1, maxLength: limits.staffCodeMax })
export const lenderRoleNames = [
  ...(['support', 'collections', 'risk', 'finance', 'admin', 'auditor'] as const),
] as const
const Role = Type.Enum([...lenderRoleNames])
const Roles = () => Type.Array(Role, { minItems: 1, maxItems: 6 })

const credential = {
  id: Base64url(limits.credentialIdMax),
  rawId: Base64url(limits.credentialIdMax),
  type: Type.Enum(['public-key']),
}

/** The result of `navigator.credentials.get()`, as its `toJSON()` writes it. */
export const PasskeyAnswer = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64url(limits.authenticatorAnswerMax),
    authenticatorData: Base64url(limits.authenticatorAnswerMax),
    signature: Base64url(limits.authenticatorAnswerMax),
    userHandle: optional(Base64url(limits.credentialIdMax)),
  }),
})
export type PasskeyAnswer = Static<typeof PasskeyAnswer>

/** The result of `navigator.credentials.create()`. */
const Creation = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64url(limits.authenticatorAnswerMax),
    attestationObject: Base64url(limits.authenticatorAnswerMax),
  }),
})
export type PasskeyCreation = Static<typeof Creation>

/** Body of `POST /lender/sign-in/password`. */
export const PasswordBody = Type.Object({
  email: Email(),
  password: Type.String({ minLength: 1, maxLength: limits.passwordMax }),
})

/** Body of `POST /lender/sign-in/passkey`; the ticket for people who come from a provider. */
export const PasskeySignInBody = Type.Object({
  ...PasskeyAnswer.properties,
  ticket: optional(Token()),
})

/**
 * Body of `POST /lender/sign-in/oidc`: the token of a link binds its person to the account at the
 * provider; `fresh` makes the provider ask for the factors again.
 */
export const OidcBody = Type.Object({
  token: optional(Token()),
  fresh: optional(Type.Boolean()),
})

/** Form of `POST /desk/session/oidc/logout`, from the provider. */
export const OidcLogoutBody = Type.Object({
  logout_token: Type.String({ minLength: 1, maxLength: limits.logoutTokenMax }),
})

/** Body of `POST /lender/sign-in/totp`: a right password's ticket, and a code of the device. */
export const TotpBody = Type.Object({ ticket: Token(), code: Code() })

/** Body of `POST /lender/sign-in/recovery-code`; the password, if the person has one. */
export const RecoveryCodeBody = Type.Object({
  email: Email(),
  code: Code(),
  password: optional(Type.String({ minLength: 1, maxLength: limits.passwordMax })),
})

/** Body of `POST /lender/start`; name and address are those of the first administrator. */
export const StartBody = Type.Object({
  token: Token(),
  name: optional(Name()),
  email: optional(Email()),
})

/** Body of `POST /lender/me/factors/passkeys`. */
export const NewPasskeyBody = Type.Object({ name: Name(), credential: Creation })

/** Body of `POST /lender/me/factors/password`. */
export const NewPasswordBody = Type.Object({
  password: Type.String({ minLength: limits.passwordMin, maxLength: limits.passwordMax }),
})

/** Body of `POST /lender/me/factors/totp`: what the options answered, and a code of the device. */
export const NewTotpBody = Type.Object({
  secret: Type.String({ pattern: '^[A-Z2-7]{32}$' }),
  ticket: Token(),
  code: Code(),
})

/** Body of `POST /lender/me/step-up`: one of the two. */
export const StepUpBody = Type.Object({
  credential: optional(PasskeyAnswer),
  code: optional(Code()),
})

/** Body of `POST /demo/desk/start`: the part of the demo's link after its `#`. */
export const DemoStartBody = Type.Object({ token: Token() })

/** Body of `POST /demo/desk/people`. */
export const DemoPersonBody = Type.Object({
  role: Type.Enum([...lenderRoleNames, 'store_owner', 'store_operator']),
})

const Reported = () => optional(Type.String({ maxLength: limits.reportTextMax }))
const Counted = () => optional(Type.Integer({ minimum: 0 }))

/** Body of `POST /desk/csp`: the relevant part of a browser's report (CSP 3, 5.3). */
export const PolicyReportBody = Type.Object({
  'csp-report': Type.Object({
    'document-uri': Reported(),
    'effective-directive': Reported(),
    'violated-directive': Reported(),
    'blocked-uri': Reported(),
    'source-file': Reported(),
    'line-number': Counted(),
    'column-number': Counted(),
  }),
})
export type PolicyReport = Static<typeof PolicyReportBody>['csp-report']

/** Body of `POST /lender/staff`. */
export const InviteBody = Type.Object({
  name: Name(),
  email: Email(),
  roles: Roles(),
  reason: optional(Reason()),
})

/** The flags of `svc staff invite` for a person of a store. */
export const StoreInviteBody = Type.Object({
  name: Name(),
  email: Email(),
  store: Type.String({ minLength: 1, maxLength: limits.textMax }),
  as: Type.Enum(['store_owner', 'store_operator', 'store_viewer']),
})

/** Body of `PATCH /lender/staff/:staffId`. */
export const ChangeStaffBody = Type.Object({
  name: optional(Name()),
  roles: optional(Roles()),
  reason: optional(Reason()),
})
export type StaffChange = Omit<Static<typeof ChangeStaffBody>, 'reason'>
