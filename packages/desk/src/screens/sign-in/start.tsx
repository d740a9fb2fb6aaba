/** The target of links: for the first administrator, invited people, and the demo. */
import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../client/api.ts'
import { entered, type Me } from '../../client/session.ts'
import { site } from '../../client/site.ts'
import { Fault, Field, Form, useSending } from '../../parts/form.tsx'
import { go, href } from '../../shell/place.ts'
import { tm } from '../../texts/me.ts'
import { t } from '../../texts/texts.ts'
import { ProviderButton, useWays } from './provider.tsx'

/** Read once: it is then removed from the URL and the history. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(null, '', location.pathname + location.search)
  return token
}

const DEMO_TOKEN = /^demo_/

export function Screen() {
  const [token] = useState(takeToken)
  return (
    <main class="alone">
      <p class="brand">{site.brand}</p>
      <h1>{t.screens.start}</h1>
      {token === '' ? (
        <>
          <p>{tm.start.noToken}</p>
          <a href={href('/')}>{t.toHome}</a>
        </>
      ) : site.isDemo && DEMO_TOKEN.test(token) ? (
        <DemoStart token={token} />
      ) : (
        <LinkStart token={token} />
      )}
    </main>
  )
}

function DemoStart({ token }: { token: string }) {
  const sending = useSending()
  const start = async () => {
    entered(await ask<Me>({ method: 'POST', path: '/demo/desk/start', body: { token } }))
    go(href('/'), { replace: true })
  }
  useEffect(() => {
    void sending.send(start)
  }, [])
  return sending.failure === undefined ? (
    <p role="status">{tm.start.opening}</p>
  ) : (
    <Fault failure={sending.failure} />
  )
}

function LinkStart({ token }: { token: string }) {
  const sending = useSending()
  const [isFirst, setFirst] = useState(false)
  const ways = useWays()
  return (
    <>
      <p>{tm.start.lead}</p>
      {ways?.oidc && <ProviderButton token={token} />}
      <label class="check">
        <input type="checkbox" checked={isFirst} onChange={() => setFirst(!isFirst)} />
        {tm.start.first}
      </label>
      <Form
        sending={sending}
        button={tm.start.go}
        onSend={async (names) => {
          entered(
            await ask<Me>({ method: 'POST', path: '/lender/start', body: { token, ...names } }),
          )
          go(href('/me'), { replace: true })
        }}
      >
        {isFirst && (
          <>
            <Field
              label={tm.start.name}
              input={{ name: 'name', required: true, autocomplete: 'name' }}
            />
            <Field
              label={t.signIn.email}
              input={{ name: 'email', type: 'email', required: true, autocomplete: 'email' }}
            />
          </>
        )}
      </Form>
    </>
  )
}
