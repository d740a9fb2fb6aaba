/** Policies, and a single decision. */
export { Screen as Decision } from './decisions/decision.tsx'
export { Screen as Policies } from './policies/policies.tsx'
