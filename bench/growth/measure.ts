/** The questions to a running service, one after the other, and the time of each answer. */
import type { Demo } from '../../test/ready-demo.ts'
import type { Group, Question, Sample } from './questions.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'

export type Figures = {
  readonly group: Group
  readonly what: string
  readonly p50: number
  readonly p99: number
  /** The number of measured requests. */
  readonly times: number
  /** For a list: the count in its answer. */
  readonly count: number | undefined
}

export type Asking = { readonly demo: Demo; readonly sample: Sample; readonly times: number }

/**
 * The same for each database, alternately, so that other work of the machine affects all. The
 * buffers are warm: every question is sent before, scans a few times.
 */
export async function measure(
  questions: readonly Question[],
  askings: readonly Asking[],
): Promise<Figures[]> {
  const pairs = questions.flatMap((question, index) => {
    const asking = askings[index]
    return asking === undefined ? [] : [{ question, asking, taken: [] as number[] }]
  })
  const [{ group, what, changes } = { group: 'indexed', what: '' } as const] = questions
  const all = askings[0]?.times ?? 0
  const times = group === 'looked through' ? Math.ceil(all / 10) : all
  const warming = changes === true ? 1 : Math.min(times, group === 'indexed' ? times : 3)
  for (let time = 0; time < warming; time++) {
    for (const { question, asking } of pairs) await prepared(question, asking, time)
  }
  const counts: (number | undefined)[] = []
  for (let time = 0; time < times; time++) {
    for (const [index, { question, asking, taken }] of pairs.entries()) {
      const answer = await prepared(question, asking, time)
      taken.push(answer.ms)
      counts[index] = answer.count
    }
  }
  return pairs.map(({ taken }, index) => {
    taken.sort((one, other) => one - other)
    const quantile = (share: number) => taken[Math.ceil(taken.length * share) - 1] ?? Number.NaN
    return { group, what, p50: quantile(0.5), p99: quantile(0.99), times, count: counts[index] }
  })
}

async function prepared(question: Question, asking: Asking, time: number): Promise<Answer> {
  // A payout needs a balance to pay.
  if (question.changes === true) {
    const [open] = asking.sample.open.slice(time % asking.sample.open.length)
    await send(asking.demo, { path: `/orders/${open}/captures`, body: { amount: 100 } })
  }
  const { body, asker } = question
  return send(asking.demo, { path: question.path(time), body, asker })
}

type Answer = { readonly ms: number; readonly count: number | undefined }
type Sending = {
  readonly path: string
  readonly body?: unknown
  readonly asker?: Question['asker']
}

async function send(demo: Demo, { path, body, asker }: Sending): Promise<Answer> {
  const key = demo[asker ?? 'private_key']
  const begun = performance.now()
  const response = await fetch(demo.base_url + path, {
    headers: {
      accept: SANDBOX,
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const ms = performance.now() - begun
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return { ms, count: JSON.parse(text).paging?.count }
}
