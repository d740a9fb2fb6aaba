import type { Answered as AnswerOf, DeskSessionsAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { write } from '../../client/writing.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import { Answered } from '../../parts/states.tsx'
import { Moment, Words } from '../../parts/values.tsx'
import { tm } from '../../texts/me.ts'
import { heading } from '../../texts/texts.ts'

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
                  <strong>{heading(session.factor)}</strong>{' '}
                  {session.current && <span class="state good">{tm.current}</span>}
                  <p class="hint">
                    {session.address !== null && <Words>{session.address}</Words>}{' '}
                    {session.agent !== null && <Agent text={session.agent} />}
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

const BROWSERS = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const SYSTEMS = { Android: 'Android', iPhone: 'iOS', iPad: 'iPadOS', Windows: 'Windows' } as const
const OTHER_SYSTEMS = { 'Mac OS': 'macOS', CrOS: 'ChromeOS', Linux: 'Linux' } as const

/** The browser and its system, if they are known; the whole header is its title. */
function Agent({ text }: { text: string }) {
  const nameIn = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).find(([token]) => text.includes(token))?.[1]
  const names = [nameIn(BROWSERS), nameIn({ ...SYSTEMS, ...OTHER_SYSTEMS })]
  const known = names.filter((name) => name !== undefined)
  return (
    <span title={text}>
      <Words>{known.length === 2 ? known.join(' · ') : text}</Words>
    </span>
  )
}
