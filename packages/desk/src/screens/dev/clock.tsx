import type { Answered as AnswerOf, TestClockAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { write } from '../../client/writing.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import { Request } from '../../parts/list/request.tsx'
import { Block } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment } from '../../parts/values.tsx'
import { td } from '../../texts/dev.ts'
import { t } from '../../texts/texts.ts'

const PATH = '/me/test-clock'
const STEPS = [
  ['day', { advance: 'P1D' }],
  ['month', { advance: 'P1M' }],
  ['due', { advance: 'next_due' }],
] as const

/** The store's time in the sandbox: forward only. */
export function Clock() {
  const known = useAnswer<AnswerOf<typeof TestClockAnswer>>(PATH)
  const sending = useSending()
  const move = (body: object) => write({ method: 'POST', path: PATH, sandbox: true, body })
  return (
    <Block title={td.clock.title}>
      <Answered known={known} lines={2}>
        {({ now, frozen }) => (
          <Facts
            facts={[
              ['now', <Moment key="now" at={now} />],
              ['frozen', frozen ? t.yes : t.no],
            ]}
          />
        )}
      </Answered>
      <p class="hint">{td.clock.more}</p>
      <Permitted permission="settings:write" what={td.clock.title}>
        <div class="buttons">
          {STEPS.map(([name, body]) => (
            <button
              key={name}
              type="button"
              aria-disabled={sending.isBusy}
              onClick={() => void sending.send(() => move(body))}
            >
              {td.clock.steps[name]}
            </button>
          ))}
        </div>
        {sending.isBusy && <p role="status">{td.clock.travelling}</p>}
        <Fault failure={sending.failure} />
        <Request path={PATH} method="POST" body={{ advance: 'next_due' }} />
      </Permitted>
    </Block>
  )
}
