/** How one signs in. */
import type { esSignIn } from './es-sign-in.ts'

export const enSignIn: typeof esSignIn = {
  signIn: {
    title: 'Sign in',
    again: 'The session has ended',
    againMore: 'Sign in again: the page stays as it was.',
    passkey: 'Sign in with a passkey',
    noPasskey: 'The browser does not support passkeys at this address.',
    or: 'or with a password',
    provider: 'Sign in with the identity provider',
    failed: 'The provider did not sign you in.',
    email: 'E-mail',
    password: 'Password',
    go: 'Continue',
    code: 'Code of the device',
    codeMore: 'Six digits from your authenticator app.',
    lost: 'I have lost the device',
    recovery: 'Recovery code',
    recoveryMore: 'It works once and ends all other sessions; you then set up new factors.',
    back: 'Back',
    demo: 'This is a demo: open the link that the service printed when it started.',
    cancelled: 'The browser did not provide a passkey.',
  },
}
