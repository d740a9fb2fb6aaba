import type { Answered as AnswerOf, AskedAnswer } from '@svc/api'
import { href } from '../shell/place.ts'
import { t } from '../texts/texts.ts'

type Waiting = AnswerOf<typeof AskedAnswer>

/** The approval that an answer is about; undefined: what was sent is done. */
export function approvalIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('approval' in answer)) return undefined
  return (answer as Waiting).approval.id
}

/** Nothing is done yet: a second person decides. */
export const ApprovalNote = ({ id }: { id: string }) => (
  <p class="note" role="status">
    {t.approval.waits} <a href={href(`/inbox/${id}`)}>{t.approval.open}</a>
  </p>
)
