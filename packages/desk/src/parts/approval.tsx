import { href } from '../shell/place.ts'
import { tb } from '../texts/book.ts'

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

/** The approval in an answer; undefined: the request was carried out. */
export function approvalIn(answer: unknown): string | undefined {
  const id = memberOf(memberOf(answer, 'approval'), 'id')
  return typeof id === 'string' ? id : undefined
}

/** Nothing is done yet: a second person decides. */
export const ApprovalNote = ({ id }: { id: string }) => (
  <p class="note" role="status">
    {tb.second.waits} <a href={href(`/inbox/${id}`)}>{tb.second.open}</a>
  </p>
)
