import { choice, closed, count, flag, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'

const roles = ['support', 'collections', 'risk', 'finance', 'admin', 'auditor'] as const
const storeRoles = ['store_owner', 'store_operator', 'store_viewer'] as const

const person = {
  id: hexId('Id of the person.'),
  kind: choice(['lender', 'store'], 'Whether the person belongs to the lender or to stores.'),
  name: words('Name of the person.'),
  email: words('E-mail address, in lower case.'),
  roles: Type.Array(choice(roles, "Role in the lender's team."), {
    description: 'Roles of a person of the lender.',
  }),
  stores: Type.Array(
    closed({
      store_id: words('Id of the store.'),
      role: choice(storeRoles, 'Role in the store.'),
    }),
    { description: 'Stores of a member of a store.' },
  ),
  created: moment('When the person was invited'),
  disabled_at: nullable(moment('When the person was disabled')),
}

const session = {
  id: hexId('Id of the session.'),
  kind: choice(
    ['full', 'enrolment'],
    'Scope of the session; `enrolment` only allows setting up factors.',
  ),
  factor: choice(
    ['passkey', 'totp', 'recovery_code', 'link', 'oidc'],
    'The factor or link that started the session.',
  ),
  created: moment('When the session started'),
  last_seen: moment('When the session was last used, to the minute'),
  expires_at: moment('When the session expires, regardless of its use'),
  fresh_until: moment('Until when no factor has to be confirmed again'),
  address: nullable(words('IP address that started the session.')),
  agent: nullable(words('User agent of the browser.')),
}

const factors = closed(
  {
    passkeys: count('Number of passkeys.'),
    password: flag('Whether a password is set.'),
    oidc: flag('Whether the person signs in with an identity provider.'),
    totp: flag('Whether an authenticator app is set up.'),
    recovery_codes: count('Number of unused recovery codes.'),
  },
  { description: 'The factors of the person.' },
)

export const StaffAnswer = closed(person, { $id: 'Staff', description: 'A person.' })

const StaffItem = closed(
  {
    ...person,
    factors,
    last_sign_in: nullable(moment('Last sign-in'), {
      description: 'When the person signed in last; null: never.',
    }),
  },
  { $id: 'StaffItem', description: 'A person in a list, and how they sign in.' },
)
export const StaffPage = pageOf(StaffItem, 'StaffPage')

/** The answer of `POST /lender/staff`. */
export const InvitedAnswer = closed(
  {
    ...person,
    link: words('Invitation link to set up their factors. It is shown only once.'),
    link_expires_at: moment('When the link expires'),
  },
  { $id: 'Invited', description: 'A newly invited person.' },
)

export const DeskSessionAnswer = closed(
  { ...session, current: flag('Whether it is the session of this request.') },
  { $id: 'DeskSession', description: 'A session of a person at the desk.' },
)

export const DeskSessionsAnswer = closed(
  {
    sessions: Type.Array(DeskSessionAnswer, { description: 'The active sessions.' }),
  },
  { $id: 'DeskSessions', description: 'The sessions of a person, newest first.' },
)

export const DeskMeAnswer = closed(
  { ...person, session: closed(session, { description: 'The current session.' }), factors },
  { $id: 'DeskMe', description: 'The person who is signed in, with their session and factors.' },
)

export const PasskeyListed = closed(
  {
    id: hexId('Id of the passkey.'),
    name: words('Name given by its owner.'),
    created: moment('Creation time'),
    last_used: nullable(moment('Last use')),
  },
  { $id: 'Passkey', description: 'A passkey of a person.' },
)

export const FactorsAnswer = closed(
  { factors, passkeys: Type.Array(PasskeyListed, { description: 'Oldest first.' }) },
  { $id: 'Factors', description: 'The factors of a person.' },
)

const challenge = {
  challenge: words('Challenge for the authenticator to sign, in base64url.'),
  timeout: count('Lifetime of the challenge in milliseconds.'),
}
const named = closed({
  type: choice(['public-key'], 'Type of credential.'),
  id: words('Id of the credential, in base64url.'),
})

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const PasskeyRequestAnswer = closed(
  {
    ...challenge,
    rpId: words('The relying party id.'),
    userVerification: choice(
      ['required'],
      'User verification is required: a PIN, fingerprint or face.',
    ),
    allowCredentials: Type.Array(named, { description: 'The accepted passkeys; empty: any.' }),
  },
  { $id: 'PasskeyRequest', description: 'Options for a passkey request (WebAuthn).' },
)

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const PasskeyCreationAnswer = closed(
  {
    ...challenge,
    rp: closed(
      { id: words('The person the passkey is created for.'), name: words('Name.') },
      { description: 'The relying party.' },
    ),
    user: closed(
      {
        id: words('Id of the person, in base64url.'),
        name: words('E-mail address.'),
        displayName: words('Name of the person.'),
      },
      { description: 'The person the passkey is created for.' },
    ),
    pubKeyCredParams: Type.Array(
      closed({
        type: choice(['public-key'], 'Type of credential.'),
        alg: Type.Integer({ description: 'COSE algorithm identifier.' }),
      }),
      { description: 'The supported algorithms, preferred first.' },
    ),
    excludeCredentials: Type.Array(named, { description: 'The passkeys that exist already.' }),
    authenticatorSelection: closed(
      {
        residentKey: choice(['required'], 'Requires a discoverable credential.'),
        requireResidentKey: flag('The same, for older browsers.'),
        userVerification: choice(
          ['required'],
          'User verification is required: a PIN, fingerprint or face.',
        ),
      },
      { description: 'Requirements for the authenticator.' },
    ),
    attestation: choice(['none'], 'No attestation of the authenticator is requested.'),
  },
  { $id: 'PasskeyCreation', description: 'Options for creating a passkey (WebAuthn).' },
)

export const TicketAnswer = closed(
  {
    ticket: words('Token to send with the code of the authenticator app.'),
    expires_at: moment('Expiry of the token'),
  },
  { $id: 'Ticket', description: 'The password is correct; a second step follows.' },
)

/** The answer of `GET /lender/sign-in`. */
export const SignInWaysAnswer = closed(
  {
    own: flag('Whether passkeys and passwords are accepted.'),
    oidc: flag('Whether an identity provider is configured.'),
  },
  { $id: 'SignInWays', description: 'The available ways to sign in.' },
)

export const OidcRequestAnswer = closed(
  { location: words('URL of the provider to send the browser to.') },
  {
    $id: 'OidcRequest',
    description: 'A redirect to the identity provider, valid for ten minutes.',
  },
)

export const TotpSecretAnswer = closed(
  {
    secret: words('The secret in base32, to type into the authenticator app.'),
    uri: words('The secret as an `otpauth` URI, to show as a QR code.'),
    ticket: words('Token to send with a code of the authenticator app.'),
    expires_at: moment('Expiry of the token'),
  },
  { $id: 'TotpSecret', description: 'The secret for an authenticator app.' },
)

export const RecoveryCodesAnswer = closed(
  {
    codes: Type.Array(words('A recovery code; it works once.'), {
      description: 'Ten recovery codes.',
    }),
  },
  { $id: 'RecoveryCodes', description: 'New recovery codes. They are shown only once.' },
)
