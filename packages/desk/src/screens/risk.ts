/** What risk decides: the policies, and what became of one signature. */
export { Screen as Decision } from './decisions/decision.tsx'
export { Screen as Policies } from './policies/policies.tsx'
