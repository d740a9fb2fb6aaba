/** One request: its result, the object it affected, and how to send it again. */
import type { Answered as AnswerOf, OwnRequestPage } from '@svc/api'
import { Fragment } from 'preact'
import { useAnswer } from '../../client/answers.ts'
import { isOfStore } from '../../client/store.ts'
import { count } from '../../parts/format.ts'
import { Request } from '../../parts/list/request.tsx'
import { Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Code, Facts, Moment, NONE } from '../../parts/values.tsx'
import { href, isSandbox } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { tj } from '../../texts/jobs.ts'
import { t, word } from '../../texts/texts.ts'

type Log = AnswerOf<typeof OwnRequestPage>

export function Screen({ params: { id = '' } }: ScreenProps) {
  const list = isOfStore.value ? '/me/api-log' : '/lender/requests'
  const known = useAnswer<Log>(`${list}?id=${encodeURIComponent(id)}`)
  return (
    <Page title={t.screens.request}>
      <Answered known={known} lines={8}>
        {({ results: [request] }) =>
          request === undefined ? <p class="hint">{tj.gone}</p> : <Whole request={request} />
        }
      </Answered>
    </Page>
  )
}

const METHODS = {
  GET: undefined,
  POST: 'POST',
  PUT: 'PUT',
  PATCH: 'PATCH',
  DELETE: 'DELETE',
} as const
const isMethod = (name: string): name is keyof typeof METHODS => Object.hasOwn(METHODS, name)

/** In the sandbox, whose objects differ from those of live mode. */
function againOf({ route, order_id: order }: Log['results'][number]): string {
  const query = new URLSearchParams({ path: route.replace(/:(\w+)/g, '{$1}') })
  const [, name] = NAMED.exec(route) ?? []
  if (name && order !== null && isSandbox.value) query.set(name, order)
  return href('/dev/try', query.toString(), { sandbox: true })
}

const NAMED = /:(orderId|loanId|checkoutId)/

function Whole({ request }: { request: Log['results'][number] }) {
  const { id, at, method, route, status, code, ms, principal } = request
  const { order_id: order, idempotency_hash: hash } = request
  const path = order === null ? route : route.replace(NAMED, order)
  const known = isMethod(method) ? METHODS[method] : undefined
  return (
    <div class="stack">
      <Facts
        facts={[
          ['id', <code key="id">{id}</code>],
          ['at', <Moment key="at" at={at} />],
          ['route', <Code key="route" name={`${method} ${route}`} />],
          ['http_status', status ?? NONE],
          ['code', code === null ? NONE : <code key="code">{code}</code>],
          ['ms', count(ms)],
          [
            'principal',
            <Fragment key="principal">
              {word(principal.kind)} {principal.id !== null && <code>{principal.id}</code>}
            </Fragment>,
          ],
          [
            'order-id',
            order === null ? (
              NONE
            ) : (
              <a key="order" href={href(`/orders/${order}`)}>
                {order}
              </a>
            ),
          ],
          [
            'idempotency_hash',
            hash === null ? (
              NONE
            ) : (
              <a
                key="hash"
                href={href(
                  '/dev/requests',
                  new URLSearchParams({ idempotency_hash: hash }).toString(),
                )}
              >
                {tj.same}
              </a>
            ),
          ],
        ]}
      />
      {isOfStore.value && method === 'GET' && (
        <p>
          <a href={againOf(request)}>{tj.again}</a>
        </p>
      )}
      <p class="hint">{tj.curl}</p>
      <Request path={path} {...(known && { method: known })} />
    </div>
  )
}
