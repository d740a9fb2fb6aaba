/** What waits for a second person, and one of it. */
export { Screen as Approval } from './approvals/approval.tsx'
export { Screen as Approvals } from './approvals/approvals.tsx'
