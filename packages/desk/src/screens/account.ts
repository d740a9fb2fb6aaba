/** How people come in: their first sign-in, their account, a factor that is shown again. */
export { Screen as Me } from './me/me.tsx'
export { Screen as Start } from './sign-in/start.tsx'
export { StepUpDialog } from './sign-in/step-up.tsx'
