/** Several approvals at once: each is executed by itself, and what fails stays with its reason. */
import type { Answered as AnswerOf, ApprovedAllAnswer } from '@svc/api'
import { useEffect, useRef, useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { Form, useSending } from '../../parts/form.tsx'
import { money } from '../../parts/format.ts'
import { changesIn } from '../../parts/money/changes.ts'
import { Effects, isOfOrder } from '../../parts/money/effects.tsx'
import { Panel } from '../../parts/money/panel.tsx'
import { sentenceOf } from '../../parts/money/pending.tsx'
import { Note } from '../../parts/money/reason.tsx'
import { Words } from '../../parts/values.tsx'
import { href, isSandbox } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { sentenceOf as refusalOf } from '../../texts/refusals.ts'
import { word } from '../../texts/texts.ts'
import type { Approval } from './types.ts'

type Result = AnswerOf<typeof ApprovedAllAnswer>['results'][number]
type TogetherProps = { readonly chosen: readonly Approval[]; readonly onClose: () => void }

/** What is approved is what the list has shown: the hash of each is sent with it. */
export function Together({ chosen, onClose }: TogetherProps) {
  const sending = useSending()
  const [results, setResults] = useState<ReadonlyMap<string, Result>>()
  const title = ta.approval.together(chosen.length)
  const send = async ({ note = '' }: Readonly<Record<string, string>>) => {
    const approvals = chosen.map(({ id, effects_hash }) => ({ id, effects_hash }))
    const said = note.trim() === '' ? {} : { note: note.trim() }
    const { results: all } = await write<AnswerOf<typeof ApprovedAllAnswer>>({
      ...({ method: 'POST', path: '/lender/approvals/approve', sandbox: isSandbox.value } as const),
      body: { approvals, ...said },
    })
    setResults(new Map(all.map((each) => [each.id, each])))
  }
  return (
    <Panel title={title} onClose={onClose}>
      {results && <Summary results={[...results.values()]} />}
      <ul class="rows">
        {chosen.map((approval) => (
          <li key={approval.id}>
            <One approval={approval} result={results?.get(approval.id)} />
          </li>
        ))}
      </ul>
      {!results && (
        <Form sending={sending} button={title} onSend={send}>
          <Note label={ta.approval.noteOfAll} />
        </Form>
      )}
    </Panel>
  )
}

const isDone = ({ status }: Result): boolean => status === 'executed'

function Summary({ results }: { results: readonly Result[] }) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <p class="note" role="status" tabIndex={-1} ref={place}>
      {ta.approval.doneOf(results.filter(isDone).length, results.length)}
    </p>
  )
}

type OneProps = { readonly approval: Approval; readonly result: Result | undefined }

function One({ approval, result }: OneProps) {
  const { id, maker, reason, effects, currency } = approval
  return (
    <div>
      <a href={href(`/inbox/${id}`)}>{sentenceOf(approval)}</a>
      {result ? (
        <Became result={result} />
      ) : (
        <p>{shortOf(effects, currency ?? 'EUR').join(' · ')}</p>
      )}
      <p class="hint">
        <Words>{maker.name ?? maker.id}</Words>
        {reason && (
          <>
            : <Words>{reason.note}</Words>
          </>
        )}
      </p>
      {!result && (
        <details>
          <summary>{ta.acts.effects}</summary>
          <Effects effects={effects} currency={currency ?? 'EUR'} />
        </details>
      )}
    </div>
  )
}

function Became({ result }: { result: Result }) {
  const { status, code } = result
  if (isDone(result)) return <p>{ta.acts.done}</p>
  return (
    <p class="fault">
      {code === null
        ? word(status ?? 'unknown')
        : refusalOf({ code, message: code === STALE ? ta.approval.changed : word(code) })}{' '}
      {code !== null && <small>({code})</small>}
    </p>
  )
}

const STALE = 'approval_stale'
const SHORT = 3

/** The most of it in a line; all of it is below. */
function shortOf(effects: unknown, currency: string): string[] {
  if (isOfOrder(effects)) {
    const { loan, entries } = effects
    const owed = loan && `${word('owed_amount')}: ${money(loan.owed_amount, currency)}`
    return [...(owed === null ? [] : [owed]), ta.acts.entries(entries.length)]
  }
  const changes = changesIn(effects).map(({ name, old, next }) => `${word(name)}: ${old} → ${next}`)
  return changes.length > SHORT ? [...changes.slice(0, SHORT), '…'] : changes
}
