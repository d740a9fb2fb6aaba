/** Notifications of the result to the store's server, its answers, and sending again. */
import type { Answered as AnswerOf, NotificationPage } from '@svc/api'
import { openOf, useAgain } from '../../client/again.ts'
import { useAnswer } from '../../client/answers.ts'
import { write } from '../../client/writing.ts'
import { Attempts } from '../../parts/attempts.tsx'
import { Fault, useSending } from '../../parts/form.tsx'
import { Block } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Answered } from '../../parts/states.tsx'
import { State, Words } from '../../parts/values.tsx'
import { isSandbox } from '../../shell/place.ts'
import { to } from '../../texts/own.ts'
import { word } from '../../texts/texts.ts'

type Page = AnswerOf<typeof NotificationPage>

export function Notifications({ orderId }: { orderId: string }) {
  const path = `/orders/${orderId}/notifications`
  const known = useAnswer<Page>(`${path}?page_size=100`)
  useAgain(known, openOf(known.data?.results ?? []))
  return (
    <Block title={to.notifications.title}>
      <Answered known={known} lines={2}>
        {({ results }) =>
          results.length === 0 ? (
            <p class="hint">{to.notifications.none}</p>
          ) : (
            <ul class="rows">
              {results.map((each) => (
                <Sent key={each.id} path={path} notification={each} />
              ))}
            </ul>
          )
        }
      </Answered>
    </Block>
  )
}

type SentProps = { readonly path: string; readonly notification: Page['results'][number] }

function Sent({ path, notification: { id, kind, url, state, attempts } }: SentProps) {
  const sending = useSending()
  const resend = () =>
    write({ method: 'POST', path: `${path}/${id}/replay`, sandbox: isSandbox.value })
  return (
    <li>
      <div class="stack grows">
        <p>
          {word(kind)} <State name={state} />
        </p>
        <p class="hint">
          <Words>{url}</Words>
        </p>
        <Attempts attempts={attempts} />
        <Fault failure={sending.failure} />
        <Permitted permission="messages:send" what={to.notifications.resend}>
          <button
            type="button"
            aria-disabled={sending.isBusy}
            onClick={() => void sending.send(resend)}
          >
            {to.notifications.resend}
          </button>
        </Permitted>
      </div>
    </li>
  )
}
