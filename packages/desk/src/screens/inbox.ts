/** The inbox of approvals, and a single approval. */
export { Screen as Approval } from './approvals/approval.tsx'
export { Screen as Approvals } from './approvals/approvals.tsx'
