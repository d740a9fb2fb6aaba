/** The end of the log, and whether the shown rows are in it unchanged. */
import type { ActionsHeadAnswer, Answered as AnswerOf } from '@svc/api'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { count } from '../../parts/format.ts'
import { FirstFailure } from '../../parts/states.tsx'
import { Moment } from '../../parts/values.tsx'
import { tb } from '../../texts/book.ts'
import { type Action, type Verdict, verify } from './verify.ts'

export function Chain({ actions }: { actions: readonly Action[] }) {
  const known = useAnswer<AnswerOf<typeof ActionsHeadAnswer>>('/lender/actions/head')
  const { data: head } = known
  const [checked, setChecked] = useState<{ of: readonly Action[]; verdict: Verdict }>()
  const look = async () => setChecked({ of: actions, verdict: await verify(actions) })
  return (
    <div class="note">
      <FirstFailure of={[known]} />
      {head && (
        <p>
          {tb.log.head(count(head.place))} <code class="hash">{head.hash}</code>{' '}
          {head.sealed && (
            <small class="soft">
              {tb.log.sealed} <Moment at={head.sealed} />
            </small>
          )}
        </p>
      )}
      {isSecureContext ? (
        <button type="button" class="small" onClick={() => void look()}>
          {tb.log.verify}
        </button>
      ) : (
        <p class="hint">{tb.log.insecure}</p>
      )}
      <p role="status">{checked?.of === actions && <Said {...checked.verdict} />}</p>
    </div>
  )
}

function Said({ right, joined, open, wrong }: Verdict) {
  if (wrong.length > 0) {
    return (
      <strong class="fault">
        {tb.log.wrong(wrong.length)} <code>{wrong.join(', ')}</code>
      </strong>
    )
  }
  return (
    <>
      {tb.log.right(right, joined)} {open > 0 && tb.log.open(open)}
    </>
  )
}
