import { busy, conflict, entry, forbidden, missing } from './error-entry.ts'

const unauthorised = (message: string, remedy: string) =>
  entry(401, 'Unauthorized', message, remedy)

/** Errors of signing in, and of sessions. */
export const staffErrors = {
  session_missing: unauthorised('Sign-in is required', 'Sign in.'),
  session_ended: unauthorised('The session has ended', 'Sign in again.'),
  sign_in_failed: unauthorised(
    'Sign-in failed: the credentials are wrong',
    'Try again, or contact an administrator.',
  ),
  link_invalid: unauthorised(
    'The link is invalid, has been used or has expired',
    'Ask the sender for a new one.',
  ),
  step_up_required: forbidden(
    'Confirm with a factor again: the last confirmation was more than 5 minutes ago',
    'Call POST /lender/me/step-up, then repeat the request.',
  ),
  permission_missing: forbidden(
    'This operation requires the permission {permission}',
    'Ask someone who has it.',
  ),
  enrolment_only: forbidden(
    'This session only allows setting up factors',
    'Add a passkey, or a password and an authenticator app.',
  ),
  sign_in_slowed: busy(
    'Too many sign-in attempts: try again in {seconds} s',
    'Retry after the time in Retry-After, or use a passkey.',
  ),
  oidc_only: forbidden(
    'Sign-in is only possible with the identity provider',
    'Call POST /lender/sign-in/oidc.',
  ),
  second_factor_missing: forbidden(
    'The identity provider verified only one factor, and no second factor is set up',
    'Ask an administrator for a new link.',
  ),
  oidc_unavailable: entry(
    503,
    'ServiceUnavailable',
    'The identity provider does not answer',
    'Retry after the time in Retry-After, or sign in another way.',
    true,
  ),
  staff_exists: conflict(
    'A person with this e-mail address is {state}',
    'Find that person, or use another address.',
  ),
  staff_disabled: conflict('The person is {state}', 'Invite them with another e-mail address.'),
  staff_last_admin: conflict(
    'The person is {state} and the last administrator who can sign in',
    'Add another administrator first.',
  ),
  staff_last_owner: conflict(
    'The person is {state} and the last owner of the store',
    'Add another owner first.',
  ),
  factor_last: conflict(
    'The factor is {state} and the only way left to sign in',
    'Add another factor first.',
  ),
  passkey_exists: conflict(
    'The passkey is already {state}',
    'No action is needed: it can be used.',
  ),
  staff_not_found: missing('Person not found'),
  session_not_found: missing('Session not found'),
  passkey_not_found: missing('Passkey not found'),
}
