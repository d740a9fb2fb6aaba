import { choice, closed, count, flag, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'

const roles = ['support', 'collections', 'risk', 'finance', 'admin', 'auditor'] as const
const storeRoles = ['store_owner', 'store_operator', 'store_viewer'] as const

const person = {
  id: hexId('Names the person.'),
  kind: choice(['lender', 'store'], 'Whose they are.'),
  name: words('Their name.'),
  email: words('Their address, in lower case.'),
  roles: Type.Array(choice(roles, 'What they may do.'), {
    description: 'Of people of the lender.',
  }),
  stores: Type.Array(
    closed({
      store_id: words('Id of the store.'),
      role: choice(storeRoles, 'What they may do there.'),
    }),
    { description: 'Of people of stores.' },
  ),
  created: moment('When they were invited'),
  disabled_at: nullable(moment('When they were disabled')),
}

const session = {
  id: hexId('Names the session.'),
  kind: choice(['full', 'enrolment'], 'Of `enrolment` only factors can be made.'),
  factor: choice(['passkey', 'totp', 'recovery_code', 'link', 'oidc'], 'What it began with.'),
  created: moment('When it began'),
  last_seen: moment('When it was last used, to the minute'),
  expires_at: moment('When it ends, however much it is used'),
  fresh_until: moment('Until when nothing asks for a factor again'),
  address: nullable(words('Where it began.')),
  agent: nullable(words('What the browser called itself.')),
}

const factors = closed(
  {
    passkeys: count('How many passkeys there are.'),
    password: flag('Whether there is a password.'),
    oidc: flag('Whether a provider signs them in.'),
    totp: flag('Whether a device makes codes.'),
    recovery_codes: count('How many recovery codes are left.'),
  },
  { description: 'What they can prove themselves with.' },
)

export const StaffAnswer = closed(person, { $id: 'Staff', description: 'A person.' })

export const StaffPage = pageOf(StaffAnswer, 'StaffPage')

/** The answer of `POST /lender/staff`. */
export const InvitedAnswer = closed(
  {
    ...person,
    link: words('Where they make their factors. It is shown this once.'),
    link_expires_at: moment('When the link ends'),
  },
  { $id: 'Invited', description: 'A person who has just been invited.' },
)

export const DeskSessionAnswer = closed(
  { ...session, current: flag('Whether it is the one that asks.') },
  { $id: 'DeskSession', description: 'A person at the desk: from where, and until when.' },
)

export const DeskSessionsAnswer = closed(
  {
    sessions: Type.Array(DeskSessionAnswer, { description: 'Those that nobody has ended.' }),
  },
  { $id: 'DeskSessions', description: 'Where a person is signed in, the newest first.' },
)

export const DeskMeAnswer = closed(
  { ...person, session: closed(session, { description: 'By which they are signed in.' }), factors },
  { $id: 'DeskMe', description: 'Who is signed in, and how.' },
)

export const PasskeyListed = closed(
  {
    id: hexId('Names the passkey.'),
    name: words('What its person calls it.'),
    created: moment('When it was made'),
    last_used: nullable(moment('When it was last used')),
  },
  { $id: 'Passkey', description: 'A passkey of a person.' },
)

export const FactorsAnswer = closed(
  { factors, passkeys: Type.Array(PasskeyListed, { description: 'The oldest first.' }) },
  { $id: 'Factors', description: 'What a person can prove themselves with.' },
)

const challenge = {
  challenge: words('What the authenticator signs, in base64url.'),
  timeout: count('Milliseconds for which it can be answered.'),
}
const named = closed({
  type: choice(['public-key'], 'The kind of credential.'),
  id: words('Its id, in base64url.'),
})

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const PasskeyRequestAnswer = closed(
  {
    ...challenge,
    rpId: words('Whose passkeys are asked for.'),
    userVerification: choice(['required'], 'A PIN, a finger or a face is asked for.'),
    allowCredentials: Type.Array(named, { description: 'The passkeys that count; none: any.' }),
  },
  { $id: 'PasskeyRequest', description: 'What a passkey is asked to sign.' },
)

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const PasskeyCreationAnswer = closed(
  {
    ...challenge,
    rp: closed(
      { id: words('Whose passkey it will be.'), name: words('Its name.') },
      { description: 'The place that it is for.' },
    ),
    user: closed(
      {
        id: words('Id of the person, in base64url.'),
        name: words('Their address.'),
        displayName: words('Their name.'),
      },
      { description: 'Whose passkey it will be.' },
    ),
    pubKeyCredParams: Type.Array(
      closed({
        type: choice(['public-key'], 'The kind of credential.'),
        alg: Type.Integer({ description: 'Its algorithm, as COSE numbers it.' }),
      }),
      { description: 'The algorithms that are understood, the best first.' },
    ),
    excludeCredentials: Type.Array(named, { description: 'Passkeys that there are already.' }),
    authenticatorSelection: closed(
      {
        residentKey: choice(['required'], 'It can be found without a name.'),
        requireResidentKey: flag('The same for older browsers.'),
        userVerification: choice(['required'], 'A PIN, a finger or a face is asked for.'),
      },
      { description: 'What the authenticator has to be able to do.' },
    ),
    attestation: choice(['none'], 'Which model it is, nobody asks.'),
  },
  { $id: 'PasskeyCreation', description: 'What a new passkey is made of.' },
)

export const TicketAnswer = closed(
  {
    ticket: words('To be sent with a code of the device.'),
    expires_at: moment('Until when'),
  },
  { $id: 'Ticket', description: 'A right password: the second step follows.' },
)

/** The answer of `GET /lender/sign-in`. */
export const SignInWaysAnswer = closed(
  {
    own: flag('Whether people sign in with passkeys and passwords.'),
    oidc: flag('Whether a provider signs people in.'),
  },
  { $id: 'SignInWays', description: 'How people sign in here.' },
)

export const OidcRequestAnswer = closed(
  { location: words('Where the browser goes next: to the provider.') },
  { $id: 'OidcRequest', description: 'The way to the provider, for ten minutes.' },
)

export const TotpSecretAnswer = closed(
  {
    secret: words('In base 32, to be typed into the device.'),
    uri: words('The same as an address, to be shown as a picture.'),
    ticket: words('To be sent back with a code of the device.'),
    expires_at: moment('Until when'),
  },
  { $id: 'TotpSecret', description: 'What a device makes codes of.' },
)

export const RecoveryCodesAnswer = closed(
  {
    codes: Type.Array(words('To be kept on paper; each works once.'), {
      description: 'Ten of them.',
    }),
  },
  { $id: 'RecoveryCodes', description: 'New recovery codes. They are shown this once.' },
)
