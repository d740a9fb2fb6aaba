/** Background jobs, who has paused them, and their failures. */
import type { Answered as AnswerOf, FailurePage, JobPage } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { write } from '../../client/writing.ts'
import { Form, useSending } from '../../parts/form.tsx'
import { List } from '../../parts/list/list.tsx'
import { Request } from '../../parts/list/request.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { ReasonFields, reasonIn } from '../../parts/reason.tsx'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Moment, NONE, State, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { tj } from '../../texts/jobs.ts'
import { t, word } from '../../texts/texts.ts'
import { Cause } from './cause.tsx'
import { failures } from './failures.tsx'

type Job = AnswerOf<typeof JobPage>['results'][number]
type Group = AnswerOf<typeof FailurePage>['groups'][number]

const LANES = '/lender/jobs?page_size=100'
const GROUPS = '/lender/failures?page_size=1'

export function Screen() {
  const lanes = useAnswer<AnswerOf<typeof JobPage>>(LANES)
  const known = useAnswer<AnswerOf<typeof FailurePage>>(GROUPS)
  return (
    <Page title={t.screens.jobs}>
      <div class="stack">
        <Block title={tj.groups}>
          <Answered known={known} lines={3}>
            {({ groups }) => <Groups groups={groups} />}
          </Answered>
        </Block>
        <Block title={tj.failures}>
          <List list={failures} />
        </Block>
        <Block title={tj.lanes}>
          <Answered known={lanes} lines={20}>
            {({ results }) => <Lanes jobs={results} />}
          </Answered>
          <Request path={LANES} ofNoMode />
        </Block>
      </div>
    </Page>
  )
}

function Groups({ groups }: { groups: readonly Group[] }) {
  if (groups.length === 0) return <p class="hint">{tj.none}</p>
  return (
    <Table
      label={tj.groups}
      rows={groups}
      keyOf={({ kind, cause }) => `${kind} ${cause}`}
      cells={[
        { name: 'kind', cell: ({ kind }) => word(kind) },
        {
          name: 'cause',
          cell: ({ kind, cause }) => (
            <a href={href('/jobs', new URLSearchParams({ kind, cause }).toString())}>
              <Cause cause={cause} />
            </a>
          ),
        },
        { name: 'count', isEnd: true, cell: ({ count }) => count },
        { name: 'stores', isEnd: true, cell: ({ stores }) => stores },
        { name: 'orders', isEnd: true, cell: ({ orders }) => orders },
        { name: 'newest', isEnd: true, cell: ({ newest }) => <Moment at={newest} /> },
      ]}
    />
  )
}

function Lanes({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Table
      label={tj.lanes}
      rows={jobs}
      keyOf={({ name }) => name}
      cells={[
        { name: 'name', cell: (job) => <Name job={job} /> },
        {
          name: 'state',
          cell: ({ state, failing }) => <State name={failing ? 'failing' : state} />,
        },
        { name: 'due', isEnd: true, cell: ({ due }) => due ?? NONE },
        { name: 'oldest', isEnd: true, cell: ({ oldest }) => <Moment at={oldest} /> },
        { name: 'last_run', isEnd: true, cell: ({ last_run: at }) => <Moment at={at} /> },
        {
          ...{ name: 'last_batch', isEnd: true },
          cell: ({ last_batch: last }) => last?.count ?? NONE,
        },
        {
          name: 'last_failure',
          cell: ({ last_failure: last }) =>
            last === null ? (
              NONE
            ) : (
              <>
                <code>{last.code}</code> <Moment at={last.at} />
              </>
            ),
        },
        { name: 'acts', cell: (job) => <Acts job={job} /> },
      ]}
    />
  )
}

function Name({ job: { name, paused } }: { job: Job }) {
  return (
    <>
      {word(name)} <small class="soft">{name}</small>
      {paused !== null && (
        <p class="hint">
          <Words>{tj.pausedBy(paused.by, paused.note)}</Words>
        </p>
      )}
    </>
  )
}

function Acts({ job: { name, state, pausable, effects } }: { job: Job }) {
  const sending = useSending()
  const acts = [
    ...(state === 'paused' ? (['resume'] as const) : (['run'] as const)),
    ...(state === 'running' && pausable ? (['pause'] as const) : []),
  ]
  const sentence = tj.effects[name] ?? effects
  return (
    <details>
      <summary aria-label={`${tj.act}: ${word(name)}`}>{tj.act}</summary>
      <p class="hint">
        {pausable ? tj.meanwhile : tj.always} {sentence}
      </p>
      <Permitted permission="jobs:write" what={tj.act}>
        <Form
          sending={sending}
          button={tj.act}
          outcomes={acts.map((outcome) => ({ outcome, label: tj.acts[outcome] }))}
          onSend={({ outcome = '', ...values }) =>
            write({
              method: 'POST',
              path: `/lender/jobs/${name}/${outcome}`,
              body: reasonIn(values),
            })
          }
        >
          <ReasonFields codes={['routine', 'security', 'other']} />
        </Form>
      </Permitted>
    </details>
  )
}
