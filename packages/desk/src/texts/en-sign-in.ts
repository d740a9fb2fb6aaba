/** How one signs in. */
import type { esSignIn } from './es-sign-in.ts'

export const enSignIn: typeof esSignIn = {
  signIn: {
    title: 'Sign in',
    again: 'The session has ended',
    againMore: 'Sign in again: the page stays as it was.',
    passkey: 'Sign in with a passkey',
    noPasskey: 'At this address the browser offers no passkeys.',
    or: 'or with a password',
    provider: 'Sign in with the identity provider',
    failed: 'The provider has let nobody in.',
    email: 'E-mail',
    password: 'Password',
    go: 'Continue',
    code: 'Code of the device',
    codeMore: 'Six digits of your app for codes.',
    lost: 'I have lost the device',
    recovery: 'Recovery code',
    recoveryMore: 'It works once and ends all other sessions; then new factors are made.',
    back: 'Back',
    demo: 'This is a demo: open the link that the service wrote when it started.',
    cancelled: 'The browser has given no passkey.',
  },
}
