import { money, rate } from '../../parts/format.ts'
import { Words } from '../../parts/values.tsx'
import { tb } from '../../texts/book.ts'
import { word } from '../../texts/texts.ts'
import type { Decision } from './types.ts'

type Reason = Decision['reasons'][number]

/** Which figures are in minor units, and which in hundredths of a percent. */
const AMOUNTS = new Set(
  ['amount', 'open_amount', 'written_off_amount', 'due', 'highest_payment'].concat('income'),
)
const SHARES = new Set(['share'])
const LIMIT = 'limit'

/** In the reader's language, each with its value and its limit. */
export function Reasons({ decision }: { decision: Decision }) {
  const { reasons } = decision
  if (reasons.length === 0) return <p class="hint">{tb.decision.noReasons}</p>
  const isSpanish = document.documentElement.lang === 'es'
  return (
    <ul class="rows">
      {reasons.map((reason) => (
        <li key={reason.code}>
          <div class="judged">
            <p>
              <Words>{isSpanish ? reason.es : reason.en}</Words>{' '}
              {reason.advisory && <span class="state">{tb.decision.advisory}</span>}
            </p>
            <Judged reason={reason} currency={currencyOf(decision, reason)} />
            <p class="hint">
              <code>{reason.code}</code>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Amounts across all stores are in the currency of the lender's limit. */
const currencyOf = ({ inputs, exposure }: Decision, { code }: Reason): string =>
  (code.startsWith('exposure_') ? exposure?.currency : undefined) ?? inputs.currency

type JudgedProps = { readonly reason: Reason; readonly currency: string }

function Judged({ reason: { code, values }, currency }: JudgedProps) {
  const others = Object.entries(values).filter(([name]) => name !== LIMIT)
  const limit = values[LIMIT]
  if (others.length === 0) return null
  const isAmount = others.some(([name]) => AMOUNTS.has(name))
  return (
    <dl class="facts">
      {others.map(([name, value]) => (
        <div key={name}>
          <dt>{word(name)}</dt>
          <dd>
            {shown(value, { isAmount: AMOUNTS.has(name), isShare: SHARES.has(name), currency })}
          </dd>
        </div>
      ))}
      {limit !== undefined && (
        <div>
          <dt>{word('exposure_max')}</dt>
          <dd>
            {shown(limit, {
              isAmount,
              isShare: /_share_|cancelled/.test(code) && !isAmount,
              currency,
            })}
          </dd>
        </div>
      )}
    </dl>
  )
}

type Unit = { readonly isAmount: boolean; readonly isShare: boolean; readonly currency: string }

function shown(value: string | number, { isAmount, isShare, currency }: Unit): string {
  if (typeof value === 'string') return word(value)
  if (isAmount) return money(value, currency)
  return isShare ? rate(value) : String(value)
}
