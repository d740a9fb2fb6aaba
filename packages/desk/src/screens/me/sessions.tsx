import type { Answered as AnswerOf, DeskSessionsAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { write } from '../../client/writing.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import { Answered } from '../../parts/states.tsx'
import { Moment, Words } from '../../parts/values.tsx'
import { tm } from '../../texts/me.ts'
import { word } from '../../texts/texts.ts'

type Session = AnswerOf<typeof DeskSessionsAnswer>['sessions'][number]

export function Sessions() {
  const path = '/lender/me/sessions'
  const known = useAnswer<AnswerOf<typeof DeskSessionsAnswer>>(path, { ofNoMode: true })
  const sending = useSending()
  const end = ({ id }: Session) => write({ method: 'DELETE', path: `${path}/${id}` })
  return (
    <Answered known={known} lines={3}>
      {({ sessions }) => (
        <>
          <ul class="rows">
            {sessions.map((session) => (
              <li key={session.id}>
                <div>
                  <strong>{word(session.factor)}</strong>{' '}
                  {session.current && <span class="state good">{tm.current}</span>}
                  <p class="hint">
                    {session.address !== null && <Words>{session.address}</Words>}{' '}
                    {session.agent !== null && <Words>{session.agent}</Words>}
                  </p>
                  <p class="hint">
                    {tm.lastSeen}: <Moment at={session.last_seen} />
                  </p>
                </div>
                {!session.current && (
                  <button type="button" onClick={() => void sending.send(() => end(session))}>
                    {tm.end}
                  </button>
                )}
              </li>
            ))}
          </ul>
          <Fault failure={sending.failure} />
          {sessions.length > 1 && (
            <button
              type="button"
              onClick={() =>
                void sending.send(() => write({ method: 'POST', path: `${path}/end-others` }))
              }
            >
              {tm.endOthers}
            </button>
          )}
        </>
      )}
    </Answered>
  )
}
