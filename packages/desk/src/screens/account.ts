/** Links to sign in with, one’s own account, and step-up. */
export { Screen as Me } from './me/me.tsx'
export { Screen as Start } from './sign-in/start.tsx'
export { StepUpDialog } from './sign-in/step-up.tsx'
