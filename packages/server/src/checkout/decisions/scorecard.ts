/** The lender's own scorecard: one signed POST with a time limit, whose answer is checked. */
import { ScorecardAnswer } from '@svc/api'
import { signWebhook } from '@svc/api/webhooks'
import ipaddr from 'ipaddr.js'
import { compile } from '../../platform/http/checker.ts'
import { parseJson } from '../../platform/http/json.ts'
import { hostOf, type Outbound } from '../../platform/network/address-guard.ts'
import { postGuarded } from '../../platform/network/post.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Scorecard } from './deciding.ts'
import type { Question, Reason, Verdict } from './decision.ts'
import { reasonOf } from './rules.ts'
import type { ReasonCode } from './sentences.ts'

export type ScorecardSettings = {
  readonly url: string
  /** `whsec_…` */
  readonly secret: string
  /** The outcome of a signature that it does not answer. */
  readonly fallback: 'checked' | 'refused'
}

type ScorecardOptions = ScorecardSettings & {
  /** Real time, whatever a sandbox's clock shows: receivers refuse old signatures. */
  readonly clock: Clock
  readonly timeoutMs?: number
  /** Called with what went wrong. */
  readonly report: (failure: string) => void
}

const TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 16_384
const readAnswer = compile(ScorecardAnswer)

export function createScorecard(options: ScorecardOptions): Scorecard {
  const { fallback, report } = options
  const without = (code: ReasonCode, values: Reason['values']): Verdict => ({
    outcome: fallback,
    reasons: [{ ...reasonOf('scorecard', code, fallback), values }],
    version: '',
  })
  return {
    outdated: without('scorecard_outdated', {}),
    async decide(question) {
      const answered = await ask(question, options)
      if ('verdict' in answered) return answered.verdict
      report(answered.failure)
      return without('scorecard_unavailable', { failure: answered.kind })
    },
  }
}

type Answered =
  | { readonly verdict: Verdict }
  | { readonly kind: 'no_answer' | 'status' | 'answer_invalid'; readonly failure: string }

async function ask(question: Question, options: ScorecardOptions): Promise<Answered> {
  const { url, secret, clock, timeoutMs = TIMEOUT_MS } = options
  const body = JSON.stringify(questionView(question))
  const timestampSeconds = Math.floor(clock.now().getTime() / 1000)
  const reply = await postGuarded({
    url,
    body,
    headers: {
      'content-type': 'application/json',
      ...signWebhook({ id: question.id, timestampSeconds, body, secret }),
    },
    allow: anywhere(url),
    timeoutMs,
    maxBytes: ANSWER_BYTES_MAX,
  })
  if ('failure' in reply) return { kind: 'no_answer', failure: reply.failure }
  if (reply.status !== 200) return { kind: 'status', failure: `answered ${reply.status}` }
  return verdictOf(reply.body)
}

/** The operator names the address, and their scorecard is likely to be in a private network. */
function anywhere(url: string): Outbound {
  const ranges = ['0.0.0.0/0', '::/0'].map((range) => ipaddr.parseCIDR(range))
  return { ranges, hosts: new Set([hostOf(new URL(url))]) }
}

function questionView({ id, at, storeId, orderId, sandbox, person, inputs }: Question) {
  return {
    id,
    type: 'decision.requested',
    created: utcMicros(at),
    data: { store_id: storeId, order_id: orderId, sandbox, person, inputs },
  }
}

function verdictOf(text: string): Answered {
  const invalid = (failure: string): Answered => ({ kind: 'answer_invalid', failure })
  const bytes = Buffer.from(text)
  if (bytes.length >= ANSWER_BYTES_MAX) return invalid('answered too much')
  let json: unknown
  try {
    json = parseJson(bytes)
  } catch {
    return invalid('answered no JSON')
  }
  const { value, fields } = readAnswer(json)
  if (value === undefined) return invalid(`answered wrongly: ${Object.keys(fields).join(', ')}`)
  const { outcome, version = '', reasons = [] } = value
  const effect = outcome === 'accepted' ? 'none' : outcome
  const given = reasons.map(
    ({ code, es, en }): Reason => ({ ...reasonOf('scorecard', code, effect), words: { es, en } }),
  )
  // Without a reason nobody could tell the buyer why.
  const silent = given.length === 0 && effect !== 'none'
  const own = silent ? [reasonOf('scorecard', `scorecard_${effect}`, effect)] : given
  return { verdict: { outcome, reasons: own, version } }
}
