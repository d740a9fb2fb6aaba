import { busy, conflict, entry, forbidden, missing } from './error-entry.ts'

const unauthorised = (message: string, remedy: string) =>
  entry(401, 'Unauthorized', message, remedy)

/** Of people who sign in, and of their sessions. */
export const staffErrors = {
  session_missing: unauthorised('Nobody is signed in', 'Sign in.'),
  session_ended: unauthorised('The session has ended', 'Sign in again.'),
  sign_in_failed: unauthorised(
    'Signing in failed: something of what was sent is wrong',
    'Try again, or ask an administrator.',
  ),
  link_invalid: unauthorised(
    'The link is wrong, was used or has expired',
    'Ask whoever sent it for a new one.',
  ),
  step_up_required: forbidden(
    'Show a factor again: the last one was more than 5 minutes ago',
    'Send POST /lender/me/step-up, then the request again.',
  ),
  permission_missing: forbidden(
    'The roles of the person lack the permission {permission}',
    'Ask somebody who has it.',
  ),
  enrolment_only: forbidden(
    'This session only makes factors',
    'Add a passkey, or a password and a device.',
  ),
  sign_in_slowed: busy(
    'Too many attempts to sign in: the next one counts in {seconds} s',
    'Ask again after Retry-After, or use a passkey.',
  ),
  oidc_only: forbidden('People sign in at the provider here', 'Send POST /lender/sign-in/oidc.'),
  second_factor_missing: forbidden(
    'The provider has asked for one factor only, and there is no other here',
    'Ask an administrator for a new link.',
  ),
  oidc_unavailable: entry(
    503,
    'ServiceUnavailable',
    'The provider that signs people in does not answer',
    'Ask again after Retry-After, or sign in another way.',
    true,
  ),
  staff_exists: conflict(
    'Somebody with this address is {state}',
    'Look for them, or send another address.',
  ),
  staff_disabled: conflict('The person is {state}', 'Invite them under another address.'),
  staff_last_admin: conflict(
    'The person is {state}, and the last administrator who can sign in',
    'Make another administrator first.',
  ),
  staff_last_owner: conflict(
    'The person is {state}, and the last owner of the store',
    'Make another owner first.',
  ),
  factor_last: conflict(
    'The factor is {state}: without it there would be no way to sign in',
    'Add another factor first.',
  ),
  passkey_exists: conflict('The passkey is {state} already', 'Nothing: it can be used.'),
  staff_not_found: missing('Person not found'),
  session_not_found: missing('Session not found'),
  passkey_not_found: missing('Passkey not found'),
}
