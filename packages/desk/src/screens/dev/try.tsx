/** Requests of a store, sent to the sandbox as the signed-in user, and as sample programs. */
import {
  bodyOf,
  type Operation,
  type SampleRequest,
  sampleLanguages,
  sampleOf,
  sampleRequest,
} from '@svc/api'
import { useEffect, useState } from 'preact/hooks'
import { ask, Failure } from '../../client/api.ts'
import { site } from '../../client/site.ts'
import { storeOf } from '../../client/store.ts'
import { withFactor, write } from '../../client/writing.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { unreadable } from '../../parts/faults.ts'
import { Area, Fault, Field, Form, useSending } from '../../parts/form.tsx'
import { Json } from '../../parts/json.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Failed, Skeleton } from '../../parts/states.tsx'
import { apiQuery, go, href, isSandbox, place } from '../../shell/place.ts'
import { td } from '../../texts/dev.ts'
import { t } from '../../texts/texts.ts'
import { type Document, namesIn, operationsOf } from './operations.ts'

type Values = Readonly<Record<string, string>>

export const Screen = () => (
  <Page title={t.screens.try}>
    {isSandbox.value ? (
      <Described />
    ) : (
      <p class="note">
        {td.sandbox.only}{' '}
        <a href={href(place.value.path, '', { sandbox: true })}>{t.mode.to(t.mode.sandbox)}</a>
      </p>
    )}
  </Page>
)

/**
 * It is large, and belongs to this version of the service: no write causes it to be requested
 * again.
 */
function Described() {
  const [document, setDocument] = useState<Document>()
  const [failure, setFailure] = useState<Failure>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    setFailure(undefined)
    ask<Document>({ path: '/openapi.json' }).then(setDocument, (error: unknown) => {
      if (!(error instanceof Failure)) throw error
      setFailure(error)
    })
  }, [tries])
  if (failure) return <Failed failure={failure} reload={() => setTries(tries + 1)} />
  if (document === undefined) return <Skeleton lines={12} />
  return <Operations document={document} />
}

const idOf = ({ of }: Operation): string => String(of.operationId)
const lineOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`

/** The URL contains the chosen one. */
function Operations({ document }: { document: Document }) {
  const operations = operationsOf(document)
  const query = new URLSearchParams(apiQuery.value)
  const [wanted, path] = [query.get('operation'), query.get('path')]
  const isRead = ({ method, path: own }: Operation) => method === 'get' && own === path
  const shown =
    operations.find((each) => idOf(each) === wanted) ?? operations.find(isRead) ?? operations[0]
  if (shown === undefined) return null
  return (
    <div class="stack">
      <label class="field">
        <strong>{td.try.operation}</strong>
        <select
          onChange={({ currentTarget: { value } }) =>
            go(href(place.value.path, new URLSearchParams({ operation: value }).toString()), {
              replace: true,
            })
          }
        >
          {operations.map((each) => (
            <option key={idOf(each)} value={idOf(each)} selected={each === shown}>
              {lineOf(each)}
            </option>
          ))}
        </select>
      </label>
      {path !== null && !isRead(shown) && <p class="note">{td.try.notHere(path)}</p>}
      <p lang="en">{String(shown.of.summary)}</p>
      <Try key={idOf(shown)} operation={shown} document={document} />
    </div>
  )
}

type TryProps = { readonly operation: Operation; readonly document: Document }

type Reply = { readonly answer: unknown; readonly failure?: Failure }

/** The input is sent as typed, and appears in the samples in the form in which it would be sent. */
function Try({ operation, document }: TryProps) {
  const sending = useSending()
  const { body: example } = bodyOf(operation.of)
  const start = example === undefined ? '' : JSON.stringify(example, null, 2)
  const names = namesIn(operation.path)
  const [values, setValues] = useState<Values>(() => ({ ...valuesIn(names), body: start }))
  const [reply, setReply] = useState<Reply>()
  const hasBody = example !== undefined
  const request = requestOf({ operation, document }, values)
  const send = async () => {
    if (request === undefined) throw unreadable({ body: [td.try.noJson] })
    setReply(undefined)
    setReply(await replyTo(operation, request))
  }
  const keep = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
      const { name, value } = target
      setValues((before) => ({ ...before, [name]: value }))
    }
  }
  return (
    <div class="columns">
      <div class="stack">
        <Block title={lineOf(operation)}>
          <div onInput={keep}>
            <Form sending={sending} button={td.try.send} onSend={send}>
              {names.map((name) => (
                <Field
                  key={name}
                  label={name}
                  input={{
                    ...{ name, required: true, autoComplete: 'off' },
                    defaultValue: values[name],
                  }}
                />
              ))}
              <Field
                label={td.try.query}
                input={{ name: QUERY, autoComplete: 'off', placeholder: 'page_size=5' }}
              />
              {hasBody && (
                <Area
                  label={td.try.body}
                  area={{
                    ...{ name: 'body', class: 'code', rows: 10, spellcheck: false },
                    defaultValue: start,
                  }}
                />
              )}
            </Form>
          </div>
        </Block>
        <div aria-live="polite">
          {reply && (
            <Block title={td.try.answer}>
              {reply.failure ? (
                <Fault failure={reply.failure} />
              ) : (
                <Json text={JSON.stringify(reply.answer, null, 2)} />
              )}
            </Block>
          )}
        </div>
      </div>
      {request && <Samples request={request} />}
    </div>
  )
}

/** Those named by the link to the page. */
function valuesIn(names: readonly string[]): Values {
  const query = new URLSearchParams(apiQuery.value)
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']))
}

const QUERY = '?'

/** Undefined: the body is not JSON. */
function requestOf({ operation, document }: TryProps, values: Values): SampleRequest | undefined {
  const { body = '', [QUERY]: query = '', ...others } = values
  try {
    return sampleRequest(operation, document, {
      ...{ values: others, query: query.replace(/^\?/, '') },
      body: body.trim() === '' ? undefined : JSON.parse(body),
    })
  } catch {
    return undefined
  }
}

/** With the session instead of a key; in the sandbox, whatever mode the page shows. */
async function replyTo({ method }: Operation, { url, body }: SampleRequest): Promise<Reply> {
  const { pathname, search } = new URL(url)
  const path = pathname.slice(site.root.length) + search
  const sent = { path, body, sandbox: true }
  try {
    if (method === 'get') {
      const question = { ...sent, storeId: storeOf(path) }
      return { answer: await withFactor(() => ask(question)) }
    }
    const idempotencyKey = crypto.randomUUID()
    return { answer: await write({ ...sent, method: METHODS[method] ?? 'POST', idempotencyKey }) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { answer: null, failure: error }
  }
}

const METHODS: Readonly<Record<string, 'PUT' | 'PATCH' | 'DELETE'>> = {
  ...{ put: 'PUT', patch: 'PATCH', delete: 'DELETE' },
}

/** As in the reference; the reader inserts their own key. */
const Samples = ({ request }: { request: SampleRequest }) => (
  <Block title={td.try.code}>
    {sampleLanguages.map((language, index) => {
      const text = sampleOf(language, request)
      return (
        <details key={language} open={index === 0}>
          <summary>{language}</summary>
          <Json text={text} />
          <CopyButton text={text} />
        </details>
      )
    })}
  </Block>
)
