import type {
  Answered as AnswerOf,
  ApprovalPage,
  LenderLoanAnswer,
  LenderStoreAnswer,
} from '@svc/api'
import { useEffect, useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { now } from '../../client/clock.ts'
import { me } from '../../client/session.ts'
import { write } from '../../client/writing.ts'
import { Fault, useSending } from '../../parts/form.tsx'
import { ago } from '../../parts/format.ts'
import { Json } from '../../parts/json.tsx'
import { sentenceOf } from '../../parts/money/pending.tsx'
import { ObjectPage } from '../../parts/object-page.tsx'
import { placeOfObject } from '../../parts/object-place.ts'
import { Block, Page } from '../../parts/page.tsx'
import { Answered, FirstFailure } from '../../parts/states.tsx'
import { Facts, Moment, State, Words } from '../../parts/values.tsx'
import { go, href, isSandbox } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { ta } from '../../texts/acts.ts'
import { t, word } from '../../texts/texts.ts'
import { useDeciders } from './deciders.ts'
import { type Approval, Deciding } from './deciding.tsx'
// What is changed is called as where it is set.
import '../../texts/house.ts'

export const Screen = ({ params: { id = '' } }: ScreenProps) =>
  id === NEXT ? <Next /> : <One id={id} />

/** In the place of an id: the one that has waited longest for who is signed in. */
const NEXT = 'next'

function Next() {
  const { policy, lineOf } = useDeciders()
  const known = useAnswer<AnswerOf<typeof ApprovalPage>>(
    '/lender/approvals?status=pending&ordering=created&page_size=50',
  )
  const first = known.data?.results.find(
    ({ maker, action }) => maker.id !== me.value?.id && lineOf(action)?.own,
  )
  const isKnown = known.data?.results.every(({ action }) => lineOf(action)) ?? false
  useEffect(() => {
    if (first) go(href(`/inbox/${first.id}`), { replace: true })
    else if (isKnown) go(href('/inbox', 'status=pending'), { replace: true })
  }, [first?.id, isKnown])
  return (
    <Page title={t.screens.approval}>
      <Answered known={known}>
        {() => <FirstFailure of={[policy]} title={ta.approval.policyMissing} />}
      </Answered>
    </Page>
  )
}

const One = ({ id }: { id: string }) => (
  <ObjectPage<Approval>
    path={`/lender/approvals/${encodeURIComponent(id)}`}
    title={(approval) => (approval === undefined ? t.screens.approval : sentenceOf(approval))}
    more={<a href={href('/inbox', 'status=pending')}>{t.screens.inbox}</a>}
  >
    {(approval) => <Whole approval={approval} />}
  </ObjectPage>
)

function Whole({ approval }: { approval: Approval }) {
  const { object, currency } = approval
  const isLoan = object.kind === 'loan'
  const loan = useAnswer<AnswerOf<typeof LenderLoanAnswer>>(
    isLoan ? `/lender/loans/${object.id}` : undefined,
  )
  return (
    <div class="columns wide-last">
      <div class="stack">
        <Block title={ta.approval.who}>
          <Wish approval={approval} mid={loan.data?.mid} />
        </Block>
        {approval.decided && (
          <Block title={ta.approval.decision}>
            <Decided approval={approval} />
          </Block>
        )}
      </div>
      <div class="stack">
        {/* What stood before is shown beside the effects: without it there is half of them. */}
        {isLoan && loan.data === undefined ? (
          <Answered known={loan} lines={6}>
            {() => null}
          </Answered>
        ) : (
          <Deciding
            approval={approval}
            before={loan.data?.loan}
            currency={currency ?? loan.data?.currency ?? 'EUR'}
          />
        )}
      </div>
    </div>
  )
}

function Wish({ approval, mid }: { approval: Approval; mid: string | undefined }) {
  const { maker, reason, status, created, expires_at: until, because, body } = approval
  const { policy_version: version } = approval
  return (
    <>
      {reason && (
        <blockquote>
          <Words>{reason.note}</Words>
        </blockquote>
      )}
      <Facts
        facts={[
          ['maker', <Words key="maker">{maker.name ?? word(maker.kind)}</Words>],
          ['reason', reason ? word(reason.code) : '–'],
          ['status', <State key="status" name={status} />],
          ['object', <ObjectLink key="object" approval={approval} mid={mid} />],
          ['created', <Moment key="created" at={created} />],
          ['expires_at', status === 'pending' ? ago(until) : <Moment key="until" at={until} />],
        ]}
      />
      <p class="note">
        {ta.acts.second} {ta.acts.because[because]}{' '}
        {version > 0 && <small class="soft">{ta.approval.policy(version)}</small>}
      </p>
      <Between approval={approval} />
      <details>
        <summary>{ta.approval.body}</summary>
        <Json text={JSON.stringify(body, null, 2)} />
      </details>
    </>
  )
}

type ObjectProps = { readonly approval: Approval; readonly mid: string | undefined }

function ObjectLink({ approval: { object }, mid }: ObjectProps) {
  const { kind, id } = object
  const store = useAnswer<AnswerOf<typeof LenderStoreAnswer>>(
    kind === 'store' ? `/lender/stores/${id}` : undefined,
  )
  if (kind === 'loan') return <a href={href(`/loans/${id}`)}>{mid ?? id.slice(0, 8)}</a>
  if (kind === 'store') {
    return (
      <a href={href(`/stores/${id}`)}>
        <Words>{store.data?.name ?? id.slice(0, 8)}</Words>
      </a>
    )
  }
  const place = placeOfObject(object)
  return (
    <>
      {word(kind)}{' '}
      <small class="soft">
        {place === undefined ? id.slice(0, 8) : <a href={href(place)}>{id.slice(0, 8)}</a>}
      </small>
    </>
  )
}

const DAYS = 30

/** How often the two have decided for each other lately, either way: many is a hint. */
function Between({ approval: { maker, decided } }: { approval: Approval }) {
  const checker = decided === null ? me.value?.id : decided.by?.id
  const other = checker === undefined || checker === maker.id ? undefined : checker
  const forMaker = useBetween(maker.id, other)
  const forChecker = useBetween(other, maker.id)
  const count = forMaker.data?.paging.count
  const others = forChecker.data?.paging.count
  return count === undefined || others === undefined ? (
    <FirstFailure of={[forMaker, forChecker]} title={ta.approval.betweenMissing} />
  ) : (
    <p class="hint">{ta.approval.between(count + others, DAYS)}</p>
  )
}

/** How many of the first one's approvals the second one has decided. */
function useBetween(makerId: string | undefined, checkerId: string | undefined) {
  const query = new URLSearchParams({
    ...{ 'maker-id': makerId ?? '', 'checker-id': checkerId ?? '', page_size: '1' },
    'created-gte': new Date(now() - DAYS * 86_400_000).toISOString().slice(0, 10),
  })
  const isKnown = makerId !== undefined && checkerId !== undefined
  const path = isKnown ? `/lender/approvals?${query}` : undefined
  return useAnswer<AnswerOf<typeof ApprovalPage>>(path)
}

function Decided({ approval }: { approval: Approval }) {
  const { id, action, maker, decided, result, status } = approval
  if (decided === null) return null
  const { by, at, note } = decided
  return (
    <>
      {note !== null && (
        <blockquote>
          <Words>{note}</Words>
        </blockquote>
      )}
      <Facts
        facts={[
          ['status', <State key="status" name={status} />],
          ['decided_by', by === null ? '–' : <Words key="by">{by.name ?? by.id}</Words>],
          ['at', <Moment key="at" at={at} />],
          ...(result?.code ? [['refusal', <code key="code">{result.code}</code>] as const] : []),
        ]}
      />
      {maker.id === me.value?.id && status === 'executed' && SECRETS.has(action) && (
        <Secret id={id} />
      )}
    </>
  )
}

/** Actions whose answer only the maker may read, once. */
const SECRETS = new Set(['staff', 'factors_reset', 'lender_key'])

function Secret({ id }: { id: string }) {
  const sending = useSending()
  const [answer, setAnswer] = useState<unknown>()
  if (answer !== undefined) return <Json text={JSON.stringify(answer, null, 2)} />
  const read = async () => {
    const path = `/lender/approvals/${id}/answer`
    const sent = { method: 'POST', path, sandbox: isSandbox.value } as const
    setAnswer((await write<{ readonly answer: unknown }>(sent)).answer)
  }
  return (
    <p>
      <button type="button" aria-disabled={sending.isBusy} onClick={() => void sending.send(read)}>
        {ta.approval.secret}
      </button>
      <Fault failure={sending.failure} />
    </p>
  )
}
